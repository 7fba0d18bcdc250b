-- The reasons and questions that the company offers in the dialogs of decisions, by decision.
ALTER TABLE desk_settings
  ADD COLUMN preset_reasons jsonb NOT NULL DEFAULT '{"reject": [], "ask": [], "release": [], "cancel": []}';
