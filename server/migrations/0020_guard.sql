-- Which versions of Doorway may run on this schema. One row; every start reads it.
CREATE TABLE doorway_versions (
  -- A version below this one refuses to start. A migration that older code cannot stand raises it.
  lowest text NOT NULL,
  -- The version that ran the latest migrations, for the message of one that refuses.
  migrated_by text,
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row)
);
INSERT INTO doorway_versions (lowest) VALUES ('1.8.0');

-- A change that makes a check of the payee weaker, until a second administrator confirms it.
CREATE TABLE check_proposals (
  company_id uuid NOT NULL,
  rule text NOT NULL,
  id uuid NOT NULL,
  setting text NOT NULL,
  operator_id uuid NOT NULL,
  operator_name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, rule)
);
