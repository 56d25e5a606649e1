-- Answers of a bank to payment files may have a column with the day it did each order.
select set_config('app.reach', 'system', true), set_config('app.user', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.company', '00000000-0000-0000-0000-000000000000', true),
  set_config('app.branch', '00000000-0000-0000-0000-000000000000', true);
update pay_templates set answer = answer || '{"date": ["交易日期", "交易时间", "完成时间", "处理日期", "处理时间", "入账日期", "日期"]}'::jsonb
  where not answer ? 'date';
