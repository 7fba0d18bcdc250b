-- A session ends when nobody has used it for a while. Empty for those that began before: then the time of signing in counts.
-- To the minute, as the last use of tokens.
ALTER TABLE operator_sessions ADD COLUMN last_seen_at timestamptz;
ALTER TABLE operator_tokens ADD COLUMN last_used_at timestamptz;

-- Where operators have signed in from, the newest of each: 'device' and the hash of the cookie that the browser keeps, or the
-- network's address. Wrong passwords that come from elsewhere do not stop these.
CREATE TABLE sign_in_origins (
  operator_id uuid NOT NULL REFERENCES operators (id),
  origin text NOT NULL,
  signed_in_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, origin)
);

CREATE INDEX sign_in_origins_by_origin ON sign_in_origins (origin);

-- The address of a try is what it is counted by: a network, or a device as above. Known is where somebody has signed in
-- as this operator before; empty is a stranger.
ALTER TABLE sign_in_tries ADD COLUMN known boolean;
