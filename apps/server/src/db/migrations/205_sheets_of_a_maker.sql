-- Sheets of the person who answers for them. Behind the walls a condition with coalesce may not be asked of an index, since
-- PostgreSQL holds that it might tell of rows that are not seen; the same by case may.
drop index settlements_maker;
create index settlements_maker on settlements ((case when maker_for is null then maker_id else maker_for end), id desc);
