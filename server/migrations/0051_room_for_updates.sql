-- Room in each new page for updates in place (HOT): deciding and booking change no indexed column, but wrote all indexes
-- of the row again if its page was full.
ALTER TABLE supplier_invoices SET (fillfactor = 85);
