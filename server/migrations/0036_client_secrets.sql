-- A client's secret that is sent as an access token is recognised by its hash.
CREATE INDEX clients_secret_hash ON clients (secret_hash);
