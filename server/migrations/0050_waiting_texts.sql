-- The projections set how many texts wait for their index: more while many events come.
ALTER INDEX invoice_projections_by_text RESET (gin_pending_list_limit);
ALTER INDEX supplier_projections_by_text RESET (gin_pending_list_limit);
ALTER INDEX work_order_projections_by_text RESET (gin_pending_list_limit);
