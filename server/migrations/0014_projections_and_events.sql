-- What follows the events to be looked through is a projection, here as everywhere else. An index that a primary key has made
-- takes the key's name with it.
ALTER TABLE listed_suppliers RENAME TO supplier_projections;
ALTER INDEX listed_suppliers_pkey RENAME TO supplier_projections_pkey;
ALTER INDEX listed_suppliers_by_name RENAME TO supplier_projections_by_name;
ALTER INDEX listed_suppliers_by_change RENAME TO supplier_projections_by_change;
ALTER INDEX listed_suppliers_by_arrival RENAME TO supplier_projections_by_arrival;
ALTER INDEX listed_suppliers_by_text RENAME TO supplier_projections_by_text;

ALTER TABLE listed_invoices RENAME TO invoice_projections;
ALTER INDEX listed_invoices_pkey RENAME TO invoice_projections_pkey;
ALTER INDEX listed_invoices_by_time RENAME TO invoice_projections_by_time;
ALTER INDEX listed_invoices_by_state RENAME TO invoice_projections_by_state;
ALTER INDEX listed_invoices_by_supplier RENAME TO invoice_projections_by_supplier;
ALTER INDEX listed_invoices_by_partner RENAME TO invoice_projections_by_partner;
ALTER INDEX listed_invoices_by_project RENAME TO invoice_projections_by_project;
ALTER INDEX listed_invoices_by_total RENAME TO invoice_projections_by_total;
ALTER INDEX listed_invoices_by_date RENAME TO invoice_projections_by_date;
ALTER INDEX listed_invoices_by_text RENAME TO invoice_projections_by_text;

ALTER TABLE listed_work_orders RENAME TO work_order_projections;
ALTER INDEX listed_work_orders_pkey RENAME TO work_order_projections_pkey;
ALTER INDEX listed_work_orders_by_time RENAME TO work_order_projections_by_time;
ALTER INDEX listed_work_orders_by_state RENAME TO work_order_projections_by_state;
ALTER INDEX listed_work_orders_by_project RENAME TO work_order_projections_by_project;
ALTER INDEX listed_work_orders_by_partner RENAME TO work_order_projections_by_partner;
ALTER INDEX listed_work_orders_by_title RENAME TO work_order_projections_by_title;
ALTER INDEX listed_work_orders_by_text RENAME TO work_order_projections_by_text;

UPDATE event_positions SET follower = 'projections' WHERE follower = 'listings';

-- Which version of its type's payload an event has. Those that are there are of the first, from before the catalogue.
ALTER TABLE events ADD COLUMN version smallint NOT NULL DEFAULT 1;
