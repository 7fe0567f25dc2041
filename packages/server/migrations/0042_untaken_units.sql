-- Units in a shipment that its order never took, because an edit left stock alone: [[variant, units], ...]. Those neither stand
-- in the claims nor came from unlimited stock, so that a move takes none for them. Of edits before this release nothing is known.
alter table fulfillment_orders add column untaken jsonb not null default '[]';
