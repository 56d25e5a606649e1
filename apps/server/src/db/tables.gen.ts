// Tables of the database, generated from the migrations by codegen.ts: do not edit.
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccountBalances {
  account: string;
  branch_id: string;
  credit_fen: number;
  debit_fen: number;
  /**
   * the nil UUID for accounts that are not kept per party
   */
  party_id: string;
  period: string;
}

export interface AuditLog {
  acting_for: string | null;
  action: string;
  at: number;
  branch_id: string | null;
  company_id: string | null;
  diff: unknown | null;
  entity: string | null;
  entity_id: string | null;
  id: string;
  ip: string;
  request_id: string;
  title: string;
  user_id: string;
}

export interface AuditSeals {
  audit_id: string;
  day: Timestamp;
  hash: Buffer;
  seq: number;
}

export interface ChannelNotices {
  body: unknown;
  channel: string;
  event_id: string;
  received_at: number;
}

export interface Charges {
  amount_fen: number;
  code: string;
  created_at: number;
  id: string;
  remark: string | null;
  settlement_id: string | null;
  side: string;
  state: string;
  waybill_id: string;
}

export interface Companies {
  address: string;
  /**
   * the platform branch that serves this shipper or carrier; its books carry the postings
   */
  branch_id: string | null;
  contact_mobile: string;
  contact_name: string;
  created_at: number;
  credit_code: string;
  fuel_max_ppm: Generated<number>;
  id: string;
  is_contract: Generated<boolean>;
  is_tf: Generated<boolean>;
  kind: Generated<string>;
  name: string;
  parent_id: string | null;
  policies: Generated<unknown>;
  region_code: string;
  role_flags: number;
  service_fee_ppm: Generated<number>;
  short_name: string;
  state: Generated<string>;
  term_days: Generated<number>;
  updated_at: number;
  version: Generated<number>;
  wlhy_type: Generated<number>;
}

export interface CompanyAccounts {
  account_name: string;
  account_no: string;
  bank: string;
  bank_code: Generated<string>;
  company_id: string;
  created_at: number;
  id: string;
  is_default: Generated<boolean>;
  removed_at: number | null;
  updated_at: Generated<number>;
  version: Generated<number>;
}

export interface CompanyProfiles {
  company_id: string;
  invoice_title: unknown | null;
  legal_id_no: Generated<string>;
  legal_person: Generated<string>;
  permit_expiry: number | null;
  permit_no: string | null;
  reject_reason: string | null;
  submitted_at: number | null;
  taxpayer: Generated<string>;
  verified_at: number | null;
  verified_by: string | null;
}

export interface Drafts {
  body: string;
  form: string;
  saved_at: number;
  user_id: string;
}

export interface Drivers {
  carrier_id: string;
  created_at: number;
  id: string;
  id_no: string;
  licence_class: string;
  licence_expiry: number;
  mobile: string;
  name: string;
  paper: string;
  qualification_expiry: number;
  qualification_no: string;
  reminded_expiry: number | null;
  updated_at: number;
  version: Generated<number>;
}

export interface Events {
  action: string;
  at: number;
  diff: unknown | null;
  entity: string;
  entity_id: string;
  from_state: string | null;
  id: string;
  remark: string | null;
  to_state: string | null;
  user_id: string | null;
  user_name: string;
}

export interface Files {
  branch_id: string;
  carrier_id: string;
  category: string;
  created_at: number;
  id: string;
  mime: string;
  name: string;
  owner: string;
  owner_id: string;
  sha256: string;
  shipper_id: string;
  size: number;
  storage_key: string;
  uploaded_by: string;
  uploaded_name: string;
}

export interface Goods {
  /**
   * the parts nobody filters by, in wire form: points, items, vehicleNeed, payPlan, lossRule, receiptRule, distanceKm, remark
   */
  body: unknown;
  branch_id: string;
  carrier_unit_price: number;
  created_at: number;
  created_by: string;
  goods_no: string;
  id: string;
  item_names: string;
  kind: string;
  load_place: string;
  load_region: string;
  per_truck_max: number | null;
  pricing: string;
  publish_to: string;
  quantity_mode: string;
  remain_qty: number;
  shipper_id: string;
  shipper_unit_price: number;
  state: string;
  take_mode: string;
  title: string;
  total_qty: number;
  unload_place: string;
  unload_region: string;
  updated_at: number;
  upstream_no: string | null;
  valid_to: number;
  version: Generated<number>;
  weight_g: number;
}

export interface GoodsCarriers {
  carrier_id: string;
  goods_id: string;
  shipper_id: string;
}

export interface Idempotency {
  answer: unknown | null;
  created_at: number;
  key: string;
  request_hash: Buffer;
  user_id: string;
}

export interface Inbox {
  created_at: number;
  frame: unknown;
  seq: number;
  user_id: string;
}

export interface Installation {
  key: string;
  value: string;
}

export interface JournalEntries {
  branch_id: string;
  carrier_id: string | null;
  created_at: number;
  created_by: string;
  date: number;
  entry_no: string;
  event: string;
  id: string;
  period: string;
  reversal_of: string | null;
  shipper_id: string | null;
  source_id: string;
  source_type: string;
  summary: string;
}

export interface JournalLines {
  account: string;
  branch_id: string;
  credit_fen: Generated<number>;
  debit_fen: Generated<number>;
  entry_id: string;
  n: number;
  party_id: string | null;
  period: string;
  waybill_id: string | null;
}

export interface LoginFailures {
  account: string;
  at: number;
  id: Generated<string>;
  network: string;
}

export interface LoginLog {
  agent: string;
  at: number;
  id: string;
  ip: string;
  result: string;
  session_id: string | null;
  user_id: string;
}

export interface MessagePreferences {
  kind: string;
  mode: string;
  user_id: string;
}

export interface Messages {
  content: string;
  created_at: number;
  id: string;
  kind: string;
  path: string | null;
  read_at: number | null;
  title: string;
  user_id: string;
}

export interface Outbox {
  created_at: number;
  frame: unknown;
  id: string;
  message: unknown | null;
  receivers: unknown;
}

export interface PasswordHistory {
  created_at: number;
  password_hash: string;
  user_id: string;
}

export interface Payments {
  account_no: string;
  amount_fen: number;
  attempts: Generated<number>;
  bank: string;
  bank_serial: string | null;
  branch_id: string;
  carrier_id: string;
  channel: string;
  created_at: number;
  done_at: number | null;
  id: string;
  idem_key: string;
  next_at: number | null;
  payee: string;
  reason: string | null;
  sent_at: number | null;
  settlement_id: string;
  shipper_id: string;
  state: string;
  task_no: string;
  updated_at: number;
  version: Generated<number>;
}

export interface Periods {
  branch_id: string;
  closed_at: number | null;
  last_voucher: Generated<number>;
  period: string;
}

export interface PermitReminders {
  company_id: string;
  days: number;
  permit_expiry: number;
  sent_at: number;
}

export interface PushTickets {
  ends_at: number;
  hash: Buffer;
  session_id: string;
  tag: string;
  user_id: string;
}

export interface RelationInvites {
  carrier_id: string;
  created_at: number;
  id: string;
  invited_by: string;
  inviter_id: string;
  message: string;
  relation_id: string;
  shipper_id: string;
}

export interface RelationLinks {
  company_id: string;
  company_side: string;
  created_at: number;
  created_by: string;
  expires_at: number;
  id: string;
  revoked_at: number | null;
  token_hash: Buffer;
  uses: Generated<number>;
}

export interface Relations {
  carrier_id: string;
  created_at: number;
  ended_at: number | null;
  ended_by: string | null;
  expires_at: number | null;
  id: string;
  invited_by: string | null;
  inviter_id: string | null;
  message: Generated<string>;
  reason: string | null;
  shipper_id: string;
  since: number | null;
  state: string;
  updated_at: number;
  version: Generated<number>;
}

export interface Roles {
  company_id: string | null;
  created_at: number;
  data_scope: Generated<string>;
  functions: Generated<ArrayType<string>>;
  id: string;
  is_system: Generated<boolean>;
  name: string;
  remark: Generated<string>;
  updated_at: number;
  version: Generated<number>;
}

export interface Sessions {
  acting_for: string | null;
  agent: string;
  binder_hash: Buffer;
  bound: Generated<boolean>;
  created_at: number;
  ends_at: number;
  id: string;
  ip: string;
  revoked_at: number | null;
  revoked_why: string | null;
  second_factor: Generated<boolean>;
  secret_hash: Buffer;
  seen_at: number;
  user_id: string;
}

export interface SettlementLines {
  deducted_fen: number;
  due_fen: number;
  freight_fen: number;
  is_open: Generated<boolean>;
  oil_fen: number;
  settlement_id: string;
  waybill_id: string;
}

export interface Settlements {
  auditor_id: string | null;
  auditor_name: string | null;
  branch_id: string;
  carrier_id: string;
  created_at: number;
  deducted_fen: number;
  due_at: number | null;
  due_fen: number;
  id: string;
  kind: Generated<string>;
  line_count: number;
  /**
   * the employee the maker worked for; the maker is who it really was, and nobody checks their own work
   */
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  oil_fen: number;
  p_settlement_num: string | null;
  payable_fen: number;
  payee: unknown | null;
  payer_id: string | null;
  payer_name: string | null;
  period: string;
  remark: string | null;
  settlement_num: string;
  shipper_id: string;
  state: string;
  submitter_id: string | null;
  updated_at: number;
  version: Generated<number>;
}

export interface SimOrders {
  account_no: string;
  amount_fen: number;
  asked: Generated<number>;
  bank_serial: string;
  created_at: number;
  idem_key: string;
  notice_at: number | null;
  reason: string | null;
  /**
   * how often the order was sent; more than once would be our fault
   */
  received: Generated<number>;
  result: string;
}

export interface Tasks {
  answer_by: number | null;
  branch_id: string;
  carrier_by: string;
  carrier_id: string;
  created_at: number;
  created_by: string;
  goods_id: string;
  id: string;
  qty: number;
  remain_qty: number;
  shipper_by: string;
  shipper_id: string;
  source: string;
  state: string;
  task_no: string;
  updated_at: number;
  version: Generated<number>;
}

export interface UserFactors {
  confirmed_at: number | null;
  created_at: number;
  last_step: Generated<number>;
  recovery: Generated<ArrayType<string>>;
  secret: string;
  user_id: string;
}

export interface UserRoles {
  role_id: string;
  user_id: string;
}

export interface Users {
  account: string;
  branch_company_id: string | null;
  company_id: string | null;
  created_at: number;
  handle: string;
  id: string;
  is_admin: Generated<boolean>;
  last_login_at: number | null;
  mobile: Generated<string>;
  must_change_password: Generated<boolean>;
  name: string;
  password_changed_at: Generated<number>;
  password_hash: string;
  push_seq: Generated<number>;
  removed_at: number | null;
  state: Generated<string>;
  type: number;
  updated_at: number;
  version: Generated<number>;
}

export interface UserSettings {
  key: string;
  updated_at: number;
  user_id: string;
  value: string;
}

export interface Vehicles {
  carrier_id: string;
  created_at: number;
  energy: string;
  gross_g: number;
  id: string;
  licence_expiry: number;
  owner: string | null;
  paper: string;
  plate: string;
  plate_color: string;
  reminded_expiry: number | null;
  tonnage_g: number;
  transport_cert_expiry: number;
  transport_cert_no: string;
  type_code: string;
  updated_at: number;
  version: Generated<number>;
  vin: string | null;
}

export interface Vouchers {
  amount_fen: number;
  auditor_name: string | null;
  branch_id: string;
  carrier_id: string | null;
  counterparty: string;
  created_at: number;
  date: number;
  entry_id: string | null;
  id: string;
  kind: string;
  maker_id: string;
  maker_name: string;
  period: string;
  poster_name: string | null;
  reversal_of: string | null;
  reversed_by: string | null;
  settlement_id: string | null;
  shipper_id: string | null;
  state: string;
  summary: string;
  updated_at: number;
  version: Generated<number>;
  voucher_no: string;
  waybill_id: string | null;
}

export interface WaybillCounts {
  n: number;
  owner_id: string;
  slot: number;
  state: string;
}

export interface Waybills {
  accepted_at: number | null;
  arrived_load_at: number | null;
  arrived_unload_at: number | null;
  /**
   * snapshot of the goods in wire form: points, items, payPlan, lossRule, receiptRule, distanceKm
   */
  body: unknown;
  branch_id: string;
  carrier_by: string;
  carrier_id: string;
  carrier_unit_price: number;
  created_at: number;
  created_by: string;
  deducted_fen: Generated<number>;
  driver_id: string;
  driver_mobile: string;
  driver_name: string;
  due_at: number | null;
  finished_at: number | null;
  goods_id: string;
  goods_no: string;
  id: string;
  item_names: string;
  load_place: string;
  load_region: string;
  load_weight_g: number | null;
  loaded_at: number | null;
  loss_g: number | null;
  oil_fen: Generated<number>;
  paid_fen: Generated<number>;
  /**
   * carrier freight before deductions; open = payable − deducted − oil − paid
   */
  payable_fen: Generated<number>;
  plan_weight_g: number;
  planned_load_at: number | null;
  plate: string;
  plate_color: string;
  pricing: string;
  qty: number;
  quantity_mode: string;
  receipt: Generated<unknown>;
  receipt_reminded_at: number | null;
  receipt_state: string;
  settle_state: Generated<string>;
  settlement_num: string | null;
  shipper_by: string;
  shipper_freight_fen: Generated<number>;
  shipper_id: string;
  shipper_unit_price: number;
  signed_at: number | null;
  source: string;
  state: string;
  task_id: string | null;
  unload_place: string;
  unload_region: string;
  unload_weight_g: number | null;
  unloaded_at: number | null;
  updated_at: number;
  upstream_no: string | null;
  vehicle_id: string;
  version: Generated<number>;
  waybill_no: string;
}

export interface DB {
  account_balances: AccountBalances;
  audit_log: AuditLog;
  audit_seals: AuditSeals;
  channel_notices: ChannelNotices;
  charges: Charges;
  companies: Companies;
  company_accounts: CompanyAccounts;
  company_profiles: CompanyProfiles;
  drafts: Drafts;
  drivers: Drivers;
  events: Events;
  files: Files;
  goods: Goods;
  goods_carriers: GoodsCarriers;
  idempotency: Idempotency;
  inbox: Inbox;
  installation: Installation;
  journal_entries: JournalEntries;
  journal_lines: JournalLines;
  login_failures: LoginFailures;
  login_log: LoginLog;
  message_preferences: MessagePreferences;
  messages: Messages;
  outbox: Outbox;
  password_history: PasswordHistory;
  payments: Payments;
  periods: Periods;
  permit_reminders: PermitReminders;
  push_tickets: PushTickets;
  relation_invites: RelationInvites;
  relation_links: RelationLinks;
  relations: Relations;
  roles: Roles;
  sessions: Sessions;
  settlement_lines: SettlementLines;
  settlements: Settlements;
  sim_orders: SimOrders;
  tasks: Tasks;
  user_factors: UserFactors;
  user_roles: UserRoles;
  user_settings: UserSettings;
  users: Users;
  vehicles: Vehicles;
  vouchers: Vouchers;
  waybill_counts: WaybillCounts;
  waybills: Waybills;
}
