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

export interface AbnormalLooks {
  id: Generated<boolean>;
  /**
   * by the clock of the database: those of several servers differ
   */
  trails_at: number;
}

export interface AbnormalRules {
  company_id: string;
  is_on: boolean;
  kind: string;
  params: unknown;
  updated_at: number;
  updated_name: string;
  version: Generated<number>;
}

export interface AbnormalTold {
  at: number;
  company_id: string;
  n: number;
}

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

export interface AccountDays {
  account: string;
  branch_id: string;
  credit_fen: number;
  /**
   * the first millisecond of the day in China
   */
  day: number;
  debit_fen: number;
  /**
   * the nil UUID: the account as a whole, whoever it is kept for
   */
  party_id: string;
}

export interface AccountMaps {
  branch_id: string;
  created_at: number;
  from_period: string;
  id: string;
  /**
   * our account, the code and the name of the client for it
   */
  lines: unknown;
  maker_name: string;
  updated_at: number;
  version: Generated<number>;
}

export interface AgreementParties {
  agreement_id: string;
  company_id: string;
  credit_no: string;
  /**
   * as it was sent; it is never changed by what the partner says
   */
  name: string;
  role: string;
  signature: string;
  signed_at: number | null;
}

export interface Agreements {
  agreement_no: string;
  asked_at: number | null;
  body: string;
  /**
   * the branch that signs for the house; of a frame the branch that serves the shipper
   */
  branch_id: string | null;
  carrier_id: string | null;
  confirmer_id: string | null;
  confirmer_name: string | null;
  created_at: number;
  /**
   * why the state may be out of date: nothing, or nothing that fits, was heard
   */
  fault: string | null;
  filer_for: string | null;
  filer_id: string | null;
  filer_name: string | null;
  fills: unknown;
  /**
   * the last answer of the partner that fitted what was sent; null while it is not known to have arrived
   */
  heard_at: number | null;
  id: string;
  kind: string;
  /**
   * values of the blanks the product filled when it was drafted; fills: those of people
   */
  known: unknown;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  method: string | null;
  next_at: number | null;
  reason: string | null;
  relation_id: string | null;
  sha256: string;
  shipper_id: string | null;
  signed_at: number | null;
  state: string;
  task_no: string | null;
  template_body: string;
  template_id: string;
  template_name: string;
  title: string;
  tries: Generated<number>;
  until_at: number | null;
  updated_at: number;
  version: Generated<number>;
  waybill_id: string | null;
}

export interface AgreementTemplates {
  body: string;
  closed_at: number | null;
  created_at: number;
  edition: Generated<number>;
  id: string;
  kind: string;
  maker_name: string;
  name: string;
  updated_at: number;
  version: Generated<number>;
}

export interface ArItems {
  amount_fen: number;
  branch_id: string;
  /**
   * the waybill was voided: nothing is owed any more
   */
  cancelled_at: number | null;
  created_at: number;
  due_at: number;
  /**
   * the moment of the signature
   */
  happened_at: number;
  id: string;
  open_fen: number;
  shipper_id: string;
  waybill_id: string;
  waybill_no: string;
}

export interface ArMatches {
  amount_fen: number;
  branch_id: string;
  /**
   * the claim of a remittance that named the waybill; null: prepaid money paid it
   */
  claim_id: string | null;
  created_at: number;
  entry_id: string;
  id: string;
  /**
   * the claim gave it up: no money came
   */
  is_tail: Generated<boolean>;
  /**
   * the red entry that gave the money back
   */
  reversed_by: string | null;
  shipper_id: string;
  waybill_id: string;
  /**
   * the write-off that gave it up; no money came
   */
  write_off_id: string | null;
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

export interface BalanceLetterLines {
  account: string;
  answer: string | null;
  answered_at: number | null;
  answered_by: string | null;
  /**
   * debit less credit before the month
   */
  before_fen: number;
  credit_fen: number;
  debit_fen: number;
  dispute: string | null;
  disputed_at: number | null;
  disputed_by: string | null;
  letter_id: string;
  mark: Generated<string>;
}

export interface BalanceLetters {
  answered_at: number | null;
  answerer_name: string | null;
  branch_id: string;
  closing_fen: number;
  created_at: number;
  credit_fen: number;
  debit_fen: number;
  id: string;
  letter_no: string;
  lines: number;
  opening_fen: number;
  party_id: string;
  period: string;
  reason: string | null;
  run_id: string | null;
  sender_id: string;
  sender_name: string;
  state: string;
  updated_at: number;
  version: Generated<number>;
}

export interface BaseChanges {
  answer: string | null;
  asker_for: string | null;
  asker_id: string;
  asker_name: string;
  branch_id: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  from_base: string;
  id: string;
  reason: string;
  state: string;
  to_base: string;
  updated_at: number;
  version: Generated<number>;
  waybill_id: string;
}

export interface Batches {
  act: string;
  /**
   * the branch a platform account had chosen when it started
   */
  branch_id: string | null;
  channel: string | null;
  company_id: string | null;
  created_at: number;
  done_at: number | null;
  equal_faults: Generated<number>;
  fault: string | null;
  id: string;
  last_problem: string | null;
  /**
   * the month, where the act is about one
   */
  period: string | null;
  rows_apart: number;
  rows_done: Generated<number>;
  /**
   * rows to be done; rows_apart were left out when they were chosen
   */
  rows_total: number;
  /**
   * the session it was chosen in, then started in: once that was ended from elsewhere, the rest stays undone
   */
  session_id: string;
  started_at: number | null;
  state: string;
  /**
   * null: the act has no sum, or its person may not see the amounts
   */
  sum_fen: number | null;
  updated_at: number;
  user_id: string;
  version: Generated<number>;
  /**
   * of the rows to be done, where the act is about weights
   */
  weight_g: number | null;
  /**
   * started with the second factor
   */
  with_factor: Generated<boolean>;
}

export interface BatchRows {
  amount_fen: number | null;
  batch_id: string;
  /**
   * of a shipper or a record of the books: the branch whose books it is of, for which it is run
   */
  branch_id: string | null;
  done_at: number | null;
  flags: ArrayType<string>;
  /**
   * null: waits for its turn; written in the transaction of the act itself, so that no row is done twice
   */
  outcome: string | null;
  /**
   * name and tail of the account
   */
  payee: string | null;
  place: number;
  reason: string | null;
  record_id: string;
  record_name: string;
  record_no: string;
  record_version: number;
  weight_g: number | null;
}

export interface BookEntries {
  company_id: string;
  created_at: number;
  created_by: string;
  hidden: boolean;
  id: string;
  /**
   * digest of the place or lane it stands for: one learned from goods is covered by the entry of its key
   */
  key: string;
  kind: string;
  name: string;
  pinned: boolean;
  /**
   * in wire form: one place, or the places of loading and unloading of a lane
   */
  points: unknown;
  updated_at: number;
  version: Generated<number>;
}

export interface ChannelFacts {
  amount_fen: number | null;
  bank_serial: string | null;
  branch_id: string | null;
  channel: string;
  exception_id: string | null;
  fact_key: string;
  /**
   * the moment the bank says the money moved, ms; null where it does not say it
   */
  happened_at: number | null;
  id: string;
  kind: string;
  order_key: string;
  raw: unknown;
  reason: string | null;
  received_at: number;
  shipper_id: string | null;
  source: string;
  /**
   * null until it is judged, in a transaction after the one that stored it
   */
  verdict: string | null;
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
  /**
   * when an estimate was confirmed; null before that, and for lines written as confirmed
   */
  updated_at: number | null;
  version: Generated<number>;
  waybill_id: string;
}

export interface CheckTries {
  line: string;
  since: number;
  tries: number;
  waybill_no: string;
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
  /**
   * what a carrier invoices: its freight without the fuel and tolls it was handed, or all of it
   */
  input_base: Generated<string>;
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
  /**
   * no payment leaves to the account before: a day after it was added or changed; 0 for those of before
   */
  payable_at: Generated<number>;
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

export interface Credits {
  /**
   * an appointment beyond what is available is refused, not only warned of
   */
  blocks: boolean;
  branch_id: string;
  created_at: number;
  id: string;
  limit_fen: number;
  reason: string;
  set_by: string;
  set_name: string;
  shipper_id: string;
  updated_at: number;
  version: Generated<number>;
}

export interface DebtInstalments {
  amount_fen: number;
  branch_id: string;
  carrier_id: string;
  debt_id: string;
  due_at: number;
  n: number;
  shipper_id: string;
}

export interface DebtMoves {
  amount_fen: number;
  branch_id: string;
  by_name: string;
  carrier_id: string;
  claim_id: string;
  created_at: number;
  debt_id: string;
  deposit_back_id: string | null;
  id: string;
  kind: string;
  remittance_id: string | null;
  shipper_id: string;
}

export interface Debts {
  amount_fen: number;
  asked_at: number | null;
  asker_for: string | null;
  asker_id: string | null;
  asker_name: string | null;
  branch_id: string;
  carrier_id: string;
  /**
   * the notice its carrier was asked for it after; below told_days it waits for somebody to ask
   */
  chased_days: Generated<number>;
  checker_name: string | null;
  collected_fen: Generated<number>;
  created_at: number;
  debt_no: string;
  id: string;
  /**
   * not collected and not given up: a sheet that takes the debt off takes this
   */
  open_fen: Generated<number>;
  origin: string;
  payment_id: string | null;
  reason: string | null;
  /**
   * the bank sent the money back: nothing is owed any more
   */
  returned_at: number | null;
  /**
   * the sheet the debt comes of
   */
  settlement_id: string | null;
  shipper_id: string;
  state: Generated<string>;
  /**
   * the sheet that takes what is open of it off
   */
  taken_by: string | null;
  /**
   * days it had stood for at the last notice; 0 before the first
   */
  told_days: Generated<number>;
  updated_at: number;
  version: Generated<number>;
  /**
   * the waybill of fuel and tolls that were used and are no part of a sheet
   */
  waybill_id: string | null;
  written_off_fen: Generated<number>;
}

export interface DepositBacks {
  account_id: string | null;
  account_name: string | null;
  /**
   * the account of the carrier as it was when the money was asked back
   */
  account_no: string | null;
  amount_fen: number;
  answer: string | null;
  approved_at: number | null;
  approver_id: string | null;
  approver_name: string | null;
  asker_for: string | null;
  asker_id: string;
  asker_name: string;
  back_asker_for: string | null;
  back_asker_id: string | null;
  back_asker_name: string | null;
  back_at: number | null;
  back_checker_id: string | null;
  back_checker_name: string | null;
  /**
   * the moment the bank sent it back, ms
   */
  back_day: number | null;
  back_no: string;
  /**
   * why the money is there again: the bank sent it back, or a set-off was wrong
   */
  back_reason: string | null;
  back_serial: string | null;
  back_serial_upper: Generated<string | null>;
  bank: string | null;
  branch_id: string;
  carrier_id: string;
  created_at: number;
  debt_id: string | null;
  deposit_id: string;
  id: string;
  kind: string;
  paid_at: number | null;
  payer_id: string | null;
  payer_name: string | null;
  reason: string;
  serial: string | null;
  serial_upper: Generated<string | null>;
  state: string;
  updated_at: number;
  version: Generated<number>;
}

export interface Deposits {
  amount_fen: number;
  answer: string | null;
  /**
   * asked back and not gone: requests that wait, and those agreed to that the bank has not sent
   */
  asked_fen: Generated<number>;
  branch_id: string;
  carrier_id: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  date: number;
  deposit_no: string;
  /**
   * sent back or set off, less what the bank sent back or two people took back
   */
  gone_fen: Generated<number>;
  id: string;
  /**
   * what can be asked back
   */
  left_fen: Generated<number>;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  means: string;
  purpose: string;
  remark: string | null;
  remittance_id: string | null;
  serial: string;
  serial_upper: Generated<string | null>;
  state: string;
  undo_asker_for: string | null;
  undo_asker_id: string | null;
  undo_asker_name: string | null;
  undo_checker_id: string | null;
  undo_checker_name: string | null;
  undo_reason: string | null;
  undone_at: number | null;
  updated_at: number;
  version: Generated<number>;
}

export interface Drafts {
  body: string;
  form: string;
  saved_at: number;
  user_id: string;
}

export interface DriverInvites {
  account_no: string | null;
  acting_for: string | null;
  asked_at: number | null;
  carrier_id: string;
  code_hash: Buffer;
  consent_at: number | null;
  consent_hash: string | null;
  consent_ip: string | null;
  consent_version: string | null;
  created_at: number;
  /**
   * sealed; opened for whoever has proven the phone
   */
  draft: string | null;
  driver_id: string | null;
  id: string;
  maker_name: string;
  mobile: string;
  next_at: number | null;
  /**
   * of the last order of an account at the channel
   */
  order_no: string | null;
  payee_id: string | null;
  reason: string | null;
  sms_at: number | null;
  sms_hash: Buffer | null;
  sms_sent: Generated<number>;
  sms_tries: Generated<number>;
  sms_until: number | null;
  state: string;
  /**
   * of the ticket a proven phone holds
   */
  ticket_hash: Buffer | null;
  ticket_until: number | null;
  until_at: number;
  updated_at: number;
  user_id: string;
  version: Generated<number>;
}

export interface Drivers {
  blacklist_reason: string | null;
  blacklisted_at: number | null;
  blacklisted_by: string | null;
  blacklisted_side: string | null;
  body: Generated<unknown>;
  carrier_id: string;
  created_at: number;
  id: string;
  id_card_expiry: number | null;
  id_no: string;
  licence_class: string;
  licence_expiry: number;
  licence_no: string | null;
  mobile: string;
  name: string;
  paper: string;
  papers: Generated<unknown>;
  /**
   * who is paid for this driver unless somebody else is chosen
   */
  payee_id: string | null;
  qualification_expiry: number | null;
  /**
   * empty: none, as who drives vehicles up to 4.5 t only needs none; then it has no expiry
   */
  qualification_no: string;
  retired_at: number | null;
  updated_at: number;
  verified_at: number | null;
  verified_name: string | null;
  version: Generated<number>;
}

export interface Episodes {
  branch_id: string;
  carrier_id: string;
  claimed_by: string | null;
  claimed_name: string | null;
  created_at: number;
  datum: Generated<number>;
  evidence: unknown;
  from_at: number;
  grp: string;
  handled_at: number | null;
  handled_note: string | null;
  id: string;
  kind: string;
  last_at: number;
  lat_e6: number | null;
  level: number;
  lon_e6: number | null;
  /**
   * the moment of the place; none before it was kept, and for a vehicle that never told one
   */
  place_at: number | null;
  plate: string;
  /**
   * when the product raised it to the branch, until the platform was told too
   */
  raised_at: number | null;
  /**
   * the positions are right again; one somebody works on stays until its note is written
   */
  recovered_at: number | null;
  shipper_id: string;
  state: string;
  times: Generated<number>;
  to_at: number | null;
  track_no: number;
  updated_at: number;
  vehicle_id: string;
  version: Generated<number>;
  waybill_id: string;
}

export interface EstimateEnds {
  amount_fen: number;
  answer: string | null;
  asker_for: string | null;
  asker_id: string;
  asker_name: string;
  branch_id: string;
  carrier_id: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  id: string;
  reason: string;
  state: string;
  updated_at: number;
  version: Generated<number>;
  voucher_id: string;
  waybill_id: string;
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

export interface Exports {
  acting_for: string | null;
  attempts: Generated<number>;
  /**
   * the branch a platform account had chosen when it asked
   */
  branch_id: string | null;
  /**
   * keys of the columns asked for; none: all
   */
  columns: Generated<ArrayType<string>>;
  /**
   * whose limits it counts against: the company whose data it holds; null: the house
   */
  company_id: string | null;
  created_at: number;
  done_at: number | null;
  fault: string | null;
  file_name: string;
  /**
   * the input of the list's call in wire form
   */
  filter: unknown;
  /**
   * when the run last said it lives
   */
  heartbeat_at: number | null;
  id: string;
  list: string;
  /**
   * the filter in words, as the person saw it
   */
  note: Generated<string>;
  rows_done: Generated<number>;
  rows_total: number | null;
  size: number | null;
  state: string;
  storage_key: string | null;
  sums: Generated<unknown>;
  title: string;
  updated_at: number;
  user_id: string;
  version: Generated<number>;
}

export interface FactorResets {
  asked_at: number;
  asked_by: string;
  asked_name: string;
  user_id: string;
}

export interface Fences {
  branch_id: string;
  /**
   * of a polygon: degrees × 10⁶ in GCJ-02, longitude and latitude of each corner in order; null of a circle
   */
  corners: ArrayType<number> | null;
  created_at: number;
  created_by: string;
  goods_id: string;
  id: string;
  is_on: Generated<boolean>;
  kind: string;
  lat_e6: number;
  /**
   * degrees × 10⁶ in GCJ-02, as Chinese maps give them
   */
  lon_e6: number;
  name: string;
  point_no: number;
  /**
   * of a polygon the circle around its centre of gravity that holds all corners
   */
  radius_m: number;
  shipper_id: string;
  slots: Generated<unknown>;
  updated_at: number;
  version: Generated<number>;
}

export interface FenceVehicles {
  bound_at: number;
  bound_name: string;
  branch_id: string;
  /**
   * bound by the side that published the goods: the carrier it measures cannot unbind it
   */
  by_publisher: boolean;
  carrier_id: string;
  goods_id: string;
  id: string;
  shipper_id: string;
  unbound_at: number | null;
  unbound_name: string | null;
  vehicle_id: string;
}

export interface FenceVersions {
  corners: ArrayType<number> | null;
  fence_id: string;
  from_at: number;
  is_on: boolean;
  lat_e6: number;
  lon_e6: number;
  radius_m: number;
  slots: unknown;
  version: number;
}

export interface FenceVisits {
  /**
   * what late positions changed, until it is told in the history of the waybill
   */
  correction: unknown | null;
  counted_at: number | null;
  dwell_s: number;
  entered_at: number;
  entered_how: string;
  fence_id: string;
  /**
   * the circle as it stood when the stay began
   */
  fence_version: number;
  id: string;
  left_at: number | null;
  rev: Generated<number>;
  stay: string;
  track_no: number;
  updated_at: number;
  waybill_id: string;
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
  /**
   * by the clock of the camera; nobody vouches for it
   */
  taken_at: number | null;
  /**
   * degrees north; nobody vouches for it
   */
  taken_lat: number | null;
  taken_lng: number | null;
  uploaded_by: string;
  uploaded_name: string;
}

export interface FuelAccounts {
  account_no: string;
  /**
   * the stock: topped up and not handed out; part of 1123.01 or 1123.02
   */
  balance_fen: Generated<number>;
  branch_id: string;
  created_at: number;
  created_name: string;
  id: string;
  kind: string;
  provider: string;
  updated_at: number;
  version: Generated<number>;
}

export interface FuelCards {
  account_id: string;
  /**
   * handed out on the card and neither used nor taken back
   */
  balance_fen: Generated<number>;
  branch_id: string;
  card_no: string;
  created_at: number;
  holder: string | null;
  id: string;
  plate: string | null;
  reason: string | null;
  state: string;
  updated_at: number;
  used_at: number | null;
  version: Generated<number>;
}

export interface FuelIssues {
  account_id: string;
  amount_fen: number;
  branch_id: string;
  card_id: string | null;
  carrier_id: string;
  coupon_no: string | null;
  created_at: number;
  ended_at: number | null;
  ended_name: string | null;
  id: string;
  issue_no: string;
  kind: string;
  maker_id: string;
  maker_name: string;
  medium: string;
  part_id: string | null;
  reason: string | null;
  recovered_fen: Generated<number>;
  remark: string | null;
  shipper_id: string;
  state: string;
  updated_at: number;
  used_fen: Generated<number>;
  version: Generated<number>;
  waybill_id: string;
}

export interface FuelShifts {
  account_id: string;
  amount_fen: number;
  answer: string | null;
  branch_id: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  id: string;
  kind: string;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  reason: string;
  shift_no: string;
  state: string;
  to_account_id: string | null;
  undo_asker_for: string | null;
  undo_asker_id: string | null;
  undo_asker_name: string | null;
  undo_checker_id: string | null;
  undo_checker_name: string | null;
  undo_reason: string | null;
  undone_at: number | null;
  updated_at: number;
  /**
   * the line of the provider nobody was handed out, which the loss accounts for
   */
  use_id: string | null;
  version: Generated<number>;
}

export interface FuelUses {
  account_id: string;
  amount_fen: number;
  branch_id: string;
  card_id: string | null;
  card_no: string | null;
  coupon_no: string | null;
  created_at: number;
  ended_at: number | null;
  ended_name: string | null;
  fault: string | null;
  /**
   * the file it came in; none where a coupon was verified by hand
   */
  file_name: string | null;
  id: string;
  /**
   * hundredths of a litre
   */
  litres_cl: number | null;
  made_name: string;
  reason: string | null;
  serial: string;
  serial_upper: Generated<string | null>;
  state: string;
  station: string;
  /**
   * 10⁻⁴ yuan a litre
   */
  unit_price: number | null;
  updated_at: number;
  used_at: number;
  version: Generated<number>;
}

export interface FuelUseShares {
  amount_fen: number;
  branch_id: string;
  issue_id: string;
  use_id: string;
}

export interface FundRecords {
  amount_fen: number;
  branch_id: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  /**
   * the day the money came or the fuel was bought, ms; the books take it in when it is confirmed
   */
  date: number;
  /**
   * the account that is topped up; none where fuel goes to the stock sheets hand out of
   */
  fuel_account_id: string | null;
  id: string;
  kind: string;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  reason: string | null;
  record_no: string;
  remark: string | null;
  serial: string;
  serial_upper: Generated<string | null>;
  shipper_id: string | null;
  state: string;
  updated_at: number;
  version: Generated<number>;
}

export interface Goods {
  /**
   * the parts nobody filters by, in wire form: points, items, vehicleNeed, payPlan, lossRule, receiptRule, distanceKm, remark
   */
  body: unknown;
  branch_id: string;
  carrier_unit_price: number;
  copied_from: string | null;
  created_at: number;
  created_by: string;
  daily_trucks: number | null;
  goods_no: string;
  id: string;
  item_names: string;
  kind: string;
  load_place: string;
  load_region: string;
  next_price_at: number | null;
  per_truck_max: number | null;
  pricing: string;
  /**
   * 128 random bits: the address of the public page of goods offered to everybody
   */
  public_id: string | null;
  publish_to: string;
  quantity_mode: string;
  remain_qty: number;
  shipper_id: string;
  shipper_unit_price: number;
  state: string;
  /**
   * as that of waybills
   */
  state_since: number | null;
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

export interface GoodsChanges {
  applies_to_open: boolean;
  /**
   * the new values in wire form, only what changes
   */
  body: unknown;
  branch_id: string;
  created_at: number;
  created_by: string;
  created_name: string;
  /**
   * [{field, old, new}] in words
   */
  diff: unknown;
  goods_id: string;
  id: string;
  reason: string;
  shipper_id: string;
  state: string;
  updated_at: number;
  version: Generated<number>;
}

export interface GoodsConsents {
  answered_at: number | null;
  answered_by: string | null;
  branch_id: string;
  carrier_id: string;
  change_id: string;
  id: Generated<string>;
  reason: string | null;
  shipper_id: string;
  state: Generated<string>;
  /**
   * when it was answered or lapsed; null while it is asked
   */
  updated_at: number | null;
  version: Generated<number>;
}

export interface GoodsTemplates {
  /**
   * values of the publishing form, with the day its times are counted from
   */
  body: string;
  company_id: string;
  created_at: number;
  created_by: string;
  /**
   * for a day it can be taken back
   */
  deleted_at: number | null;
  id: string;
  kind: string;
  maker_name: string;
  name: string;
  updated_at: number;
  version: Generated<number>;
}

export interface Idempotency {
  answer: unknown | null;
  created_at: number;
  key: string;
  request_hash: Buffer;
  user_id: string;
}

export interface Imports {
  acting_for: string | null;
  /**
   * rows right when the file was checked and wrong when it was to be written
   */
  changed: Generated<ArrayType<number>>;
  company_id: string | null;
  /**
   * the rows as they were read; when the import is over only those with faults, and those for a week
   */
  content: unknown;
  created_at: number;
  done_at: number | null;
  /**
   * [{row, field, reason}]
   */
  faults: unknown;
  file_name: string;
  heartbeat_at: number | null;
  id: string;
  kind: string;
  mode: string | null;
  notes: Generated<unknown>;
  results: Generated<unknown>;
  rows_bad: number;
  rows_done: Generated<number>;
  rows_total: number;
  state: string;
  target_id: string | null;
  updated_at: number;
  user_id: string;
  version: Generated<number>;
}

export interface Inbox {
  created_at: number;
  frame: unknown;
  seq: number;
  user_id: string;
}

export interface InputBindings {
  bound_fen: number;
  branch_id: string;
  by_id: string;
  by_name: string;
  /**
   * the carrier that sees the binding: that of an invoice of freight alone
   */
  carrier_id: string | null;
  class: Generated<string>;
  created_at: number;
  id: string;
  input_id: string;
  litres_cl: number | null;
  /**
   * whose fuel or passes the share is of; none where sheets handed the fuel out, and where several were bound before that was asked
   */
  provider: string | null;
  tax_fen: number;
  unbound_at: number | null;
  unbound_name: string | null;
  unbound_reason: string | null;
  waybill_id: string;
}

export interface InputInvoices {
  bound_fen: Generated<number>;
  branch_id: string;
  buyer_name: string;
  buyer_tax_no: string;
  carrier_id: string | null;
  checker_name: string | null;
  class: Generated<string>;
  created_at: number;
  gross_fen: number;
  id: string;
  invoice_code: Generated<string>;
  invoice_no: string;
  issued_at: number;
  /**
   * as its XML says, or the one who handed it in; those of before count as special
   */
  kind: Generated<string>;
  /**
   * hundredths of a litre, as an invoice for refined oil says them
   */
  litres_cl: number | null;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  reason: string | null;
  /**
   * the number of the red invoice by which the seller took it back
   */
  red_no: string | null;
  seller_name: string;
  seller_tax_no: string;
  source: string;
  state: string;
  tax_fen: number;
  /**
   * chosen as it is ticked: that month or the last one while it is open; of before, the month of the tick
   */
  tax_period: string | null;
  ticked_at: number | null;
  updated_at: number;
  /**
   * of those, the shares of the waybills it is bound to
   */
  used_litres_cl: Generated<number>;
  used_tax_fen: Generated<number>;
  version: Generated<number>;
}

export interface Installation {
  key: string;
  value: string;
}

export interface InvoiceApps {
  app_no: string;
  branch_id: string;
  created_at: number;
  delivered_at: number | null;
  delivered_to: string | null;
  gross_fen: number;
  id: string;
  invoices: number;
  issued: Generated<number>;
  kind: string;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  reason: string | null;
  remark: Generated<string>;
  reviewed_at: number | null;
  reviewer_id: string | null;
  reviewer_name: string | null;
  shipper_id: string;
  split_by: string;
  state: string;
  tax_fen: number;
  tax_no: string;
  /**
   * the title as it was when the application was made, in wire form
   */
  title: unknown;
  title_name: string;
  updated_at: number;
  version: Generated<number>;
  waybills: number;
}

export interface InvoiceAppWaybills {
  app_id: string;
  branch_id: string;
  gross_fen: number;
  is_live: Generated<boolean>;
  shipper_id: string;
  tax_fen: number;
  waybill_id: string;
}

export interface InvoiceLines {
  branch_id: string;
  gross_fen: number;
  invoice_id: string;
  n: number;
  red_fen: Generated<number>;
  red_tax_fen: Generated<number>;
  shipper_id: string;
  tax_fen: number;
  waybill_id: string;
  waybill_no: string;
}

export interface Invoices {
  app_id: string;
  attempt: Generated<number>;
  branch_id: string;
  confirmer_name: string | null;
  created_at: number;
  fault: string | null;
  gross_fen: number;
  id: string;
  invoice_no: string | null;
  issued_at: number | null;
  kind: string;
  lines: number;
  n: number;
  next_at: number | null;
  record: string | null;
  recorder_for: string | null;
  recorder_id: string | null;
  recorder_name: string | null;
  red_fen: Generated<number>;
  remark: Generated<string>;
  /**
   * our number at the tax platform: one serial is one invoice there, however often it is said
   */
  serial_no: string;
  shipper_id: string;
  state: string;
  tax_fen: number;
  tax_no: string;
  title_name: string;
  tries: Generated<number>;
  updated_at: number;
  vat_bp: number;
  version: Generated<number>;
  /**
   * to be sent as soon as the month has room for it
   */
  wanted: Generated<boolean>;
}

export interface InvoiceSellers {
  branch_id: string;
  lines_max: number;
  month_quota_fen: number | null;
  per_invoice_max_fen: number;
  updated_at: number;
  version: Generated<number>;
}

export interface InvoiceTitles {
  account_no: string | null;
  address: string | null;
  bank: string | null;
  closed_at: number | null;
  created_at: number;
  email: string | null;
  id: string;
  kind: string;
  name: string;
  phone: string | null;
  shipper_id: string;
  tax_no: string;
  updated_at: number;
  version: Generated<number>;
}

export interface JobLeases {
  /**
   * one more for each owner: writes of an earlier one are refused
   */
  epoch: number;
  name: string;
  owner: string;
  /**
   * ms by the clock of the database; 0: free
   */
  until_at: number;
}

export interface JournalEntries {
  branch_id: string;
  carrier_id: string | null;
  created_at: number;
  created_by: string;
  date: number;
  entry_no: string;
  event: string;
  /**
   * the moment of the event; date is another day where its month took no entries any more
   */
  happened_at: number;
  id: string;
  period: string;
  shipper_id: string | null;
  source_id: string;
  source_type: string;
  summary: string;
}

export interface JournalLines {
  account: string;
  branch_id: string;
  credit_fen: Generated<number>;
  day: number;
  debit_fen: Generated<number>;
  entry_id: string;
  n: number;
  /**
   * the part of the waybill the line is about; null for lines about all of it
   */
  part_id: string | null;
  party_id: string | null;
  period: string;
  reverses_entry: string | null;
  reverses_n: number | null;
  waybill_id: string | null;
}

export interface LetterRuns {
  /**
   * the last company that was looked at
   */
  after_id: string;
  asker_id: string;
  asker_name: string;
  branch_id: string | null;
  created_at: number;
  done_at: number | null;
  id: string;
  period: string;
  sent: Generated<number>;
  side: string | null;
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

export interface MoneyExceptions {
  bank_day: number | null;
  /**
   * the number of the movement at the bank, as the person who says that it is paid read it, with its day
   */
  bank_serial: string | null;
  branch_id: string | null;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  id: string;
  kind: string;
  outcome: string | null;
  payment_id: string | null;
  /**
   * state of the payment when the word came, or on hold since then; an agreed end holds for that state only
   */
  payment_state: string | null;
  proposed_at: number | null;
  proposer_id: string | null;
  proposer_name: string | null;
  reason: string | null;
  resolved_at: number | null;
  settlement_id: string | null;
  shipper_id: string | null;
  state: string;
  /**
   * when the bank gave its result before two people had agreed: nobody decides any more
   */
  told_at: number | null;
  updated_at: number;
  version: Generated<number>;
}

export interface OfflineSlips {
  branch_id: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  day: number;
  id: string;
  payment_id: string;
  reason: string | null;
  recorder_id: string;
  recorder_name: string;
  serial: string;
  serial_upper: Generated<string | null>;
  shipper_id: string | null;
  state: string;
  updated_at: number;
  version: Generated<number>;
}

export interface Outbox {
  created_at: number;
  frame: unknown;
  id: string;
  message: unknown | null;
  receivers: unknown;
}

export interface PaperLinks {
  /**
   * the freight it shows with the check; null: none
   */
  amount_side: string | null;
  branch_id: string;
  /**
   * the company whose people made it; null: the house
   */
  company_id: string | null;
  created_at: number;
  created_by: string;
  created_name: string;
  expires_at: number;
  id: string;
  prints: Generated<number>;
  revoked_at: number | null;
  /**
   * in the clear, as people of the same side pass it on again
   */
  token: string;
  waybill_id: string;
}

export interface PaperReminders {
  days: number;
  expiry: number;
  /**
   * a vehicle, a driver, a company (its operating permit), or an authorisation to be paid
   */
  owner_id: string;
  paper: string;
  sent_at: number;
}

export interface PartnerReturns {
  agreement_id: string | null;
  /**
   * all agreements that were signed on one way, agreement_id the first of them; null where it is one
   */
  agreement_ids: ArrayType<string> | null;
  /**
   * of the cookie of the browser that came first; nobody else comes in
   */
  binder_hash: Buffer | null;
  created_at: number;
  id: string;
  invite_id: string | null;
  real_name_id: string | null;
  role: string | null;
  state_hash: Buffer;
  until_at: number;
}

export interface PartnerSigns {
  failed_at: number | null;
  fault: string | null;
  partner: string;
  succeeded_at: number | null;
}

export interface PasswordHistory {
  created_at: number;
  password_hash: string;
  user_id: string;
}

export interface PasswordLinks {
  code_hash: Buffer;
  expires_at: number;
  made_at: number;
  made_by: string;
  user_id: string;
}

export interface PayAnswers {
  branch_id: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  fault: string | null;
  file_id: string;
  good_n: number;
  id: string;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  name: string;
  rows: unknown;
  rows_n: number;
  sha256: string;
  state: string;
  updated_at: number;
  version: Generated<number>;
}

export interface PayeeAuths {
  carrier_id: string;
  created_at: number;
  created_by: string;
  driver_id: string;
  id: string;
  payee_id: string;
  reason: string | null;
  scope: Generated<string>;
  state: string;
  updated_at: number;
  valid_from: number;
  /**
   * the first moment it is over: the day after its last day begins
   */
  valid_to: number;
  version: Generated<number>;
}

export interface Payees {
  account_no: string;
  bank: string;
  bank_code: Generated<string>;
  blacklist_reason: string | null;
  blacklisted_at: number | null;
  blacklisted_by: string | null;
  blacklisted_side: string | null;
  carrier_id: string;
  created_at: number;
  created_by: string;
  /**
   * set: the account is the driver's own; else money needs an authorisation of the driver
   */
  driver_id: string | null;
  id: string;
  /**
   * the 身份证号 of a person, the credit code of a company
   */
  id_no: string;
  kind: string;
  mobile: string;
  name: string;
  paper: string;
  papers: Generated<unknown>;
  removed_at: number | null;
  updated_at: number;
  verified_at: number | null;
  verified_name: string | null;
  version: Generated<number>;
}

export interface PayFileLines {
  branch_id: string;
  file_id: string;
  is_live: Generated<boolean>;
  n: number;
  payment_id: string;
}

export interface PayFiles {
  amount_fen: number;
  branch_id: string;
  /**
   * the bytes the hash is of: what is handed out is what was let out
   */
  content: Buffer;
  created_at: number;
  downloads: Generated<number>;
  file_no: string;
  id: string;
  lines: number;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  name: string;
  reason: string | null;
  released_at: number | null;
  releaser_id: string | null;
  releaser_name: string | null;
  sha256: string;
  state: string;
  template_id: string;
  updated_at: number;
  version: Generated<number>;
}

export interface Payments {
  account_no: string;
  amount_fen: number;
  attempts: Generated<number>;
  bank: string;
  bank_serial: string | null;
  bank_serial_upper: Generated<string | null>;
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

export interface PayTemplates {
  /**
   * headings of the columns of the bank's answer, its words for each result, and the word of its last row with the sum, where it writes one
   */
  answer: unknown;
  /**
   * in the order of the bank: {title, field} for a fact of the payment, {title, text} for the same text in each row
   */
  columns: unknown;
  created_at: number;
  encoding: string;
  format: string;
  has_heading: boolean;
  id: string;
  lines_most: number;
  name: string;
  remark_bytes: number;
  retired_at: number | null;
}

export interface PeriodClosings {
  asked_at: number;
  asker_for: string | null;
  asker_id: string;
  asker_name: string;
  branch_id: string;
  /**
   * the close carries income and expense to 4103 (E16)
   */
  carries: Generated<boolean>;
  confirmed_at: number | null;
  confirmer_id: string | null;
  confirmer_name: string | null;
  created_at: number;
  id: string;
  period: string;
  reason: string | null;
  reopener_for: string | null;
  reopener_id: string | null;
  reopener_name: string | null;
  /**
   * SHA-256 of the rows of period_snapshots, in their order
   */
  snapshot: string | null;
  state: string;
  /**
   * the close books the tax of sales that are paid or due and have no invoice (E8u)
   */
  uninvoiced: Generated<boolean>;
  updated_at: number;
  version: Generated<number>;
}

export interface Periods {
  branch_id: string;
  closed_at: number | null;
  period: string;
}

export interface PeriodSnapshots {
  account: string;
  closing_id: string;
  credit_fen: number;
  debit_fen: number;
  opening_fen: number;
  party_id: string;
}

export interface PostingVersions {
  branch_id: string | null;
  checked_at: number | null;
  checker_name: string | null;
  /**
   * account of cost by charge of carriers; all others on 6401.01
   */
  cost_accounts: Generated<unknown>;
  created_at: number;
  id: string;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  note: string;
  reason: string | null;
  /**
   * charges on 6051.01; all others on 6001.01
   */
  service_codes: ArrayType<string>;
  state: string;
  updated_at: number;
  /**
   * the first millisecond of the first day it counts for, in China; the day of an entry decides
   */
  valid_from: number;
  /**
   * rate of VAT in basis points by charge of shippers; all others 900
   */
  vat_rates: Generated<unknown>;
  version: Generated<number>;
  version_no: string;
}

export interface PoundTickets {
  created_at: number;
  created_by: string;
  created_name: string;
  gross_g: number;
  id: string;
  net_g: number;
  party: string;
  place: string;
  remove_reason: string | null;
  removed_at: number | null;
  side: string;
  station: Generated<string>;
  tare_g: number;
  ticket_no: string;
  waybill_id: string;
  weighed_at: number;
}

export interface PrintCounts {
  entity: string;
  entity_id: string;
  prints: number;
}

export interface PushTickets {
  ends_at: number;
  hash: Buffer;
  session_id: string;
  tag: string;
  user_id: string;
}

export interface RealNames {
  asked_at: number | null;
  company_id: string;
  created_at: number;
  ended_at: number | null;
  heard_at: number | null;
  id: string;
  kind: string;
  maker_id: string;
  maker_name: string;
  name: string;
  next_at: number | null;
  /**
   * sealed for its row; needed to hold the answer against what was sent
   */
  no_sealed: string;
  no_shown: string;
  order_no: string;
  reason: string | null;
  state: string;
  tries: Generated<number>;
  until_at: number;
  updated_at: number;
  user_id: string | null;
  version: Generated<number>;
}

export interface ReceiptLinks {
  /**
   * the employee the person worked for
   */
  acting_for: string | null;
  closed_at: number | null;
  code_hash: Buffer;
  created_at: number;
  id: string;
  photos: Generated<number>;
  /**
   * the session it was made in: the link ends with it
   */
  session_id: string;
  until_at: number;
  user_id: string;
  waybill_id: string;
}

export interface ReceiptLooks {
  at: number;
  /**
   * of the receipt and the weights it has to agree with, as they were seen
   */
  stamp: string;
  user_id: string;
  waybill_id: string;
}

export interface ReconFiles {
  branch_id: string;
  channel: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  closing_fen: number;
  created_at: number;
  /**
   * start of the day in China, ms
   */
  day: number;
  id: string;
  income_fen: number;
  lines: number;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  name: string;
  opening_fen: number;
  outgo_fen: number;
  sha256: string;
  state: string;
  updated_at: number;
  version: Generated<number>;
}

export interface ReconItems {
  asker_for: string | null;
  asker_id: string | null;
  asker_name: string | null;
  branch_id: string;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  day: number;
  id: string;
  kind: string;
  /**
   * the laying by hand it waits for, or was ended by
   */
  laying_id: string | null;
  line_id: string | null;
  /**
   * the record that was made of the line: a remittance or a payment exception
   */
  made_note: string | null;
  reason: string | null;
  state: string;
  trade_id: string | null;
  updated_at: number;
  version: Generated<number>;
}

export interface ReconLayings {
  /**
   * of either side: both sums agree to the fen
   */
  amount_fen: number;
  asker_for: string | null;
  asker_id: string;
  asker_name: string;
  branch_id: string;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  id: string;
  /**
   * the moment of its last line or movement, ms: before it the pieces stand open on the statement
   */
  last_at: number;
  line_ids: ArrayType<string>;
  reason: string;
  state: string;
  trade_ids: ArrayType<string>;
  undo_asker_for: string | null;
  undo_asker_id: string | null;
  undo_asker_name: string | null;
  undo_checker_id: string | null;
  undo_reason: string | null;
  updated_at: number;
  version: Generated<number>;
}

export interface ReconLines {
  amount_fen: number;
  at: number;
  branch_id: string;
  day: number;
  differs: Generated<boolean>;
  direction: string;
  /**
   * the number as a remittance made of the line bears it, in capitals
   */
  entered_upper: Generated<string | null>;
  file_id: string;
  id: string;
  /**
   * laid by hand, maybe on a movement other lines lie on too
   */
  laying_id: string | null;
  matched_by: string | null;
  n: number;
  order_key: string | null;
  order_key_upper: Generated<string | null>;
  other_account: string | null;
  other_name: string | null;
  serial: string;
  serial_upper: Generated<string | null>;
  suggested_id: string | null;
  trade_id: string | null;
}

export interface ReconLineTrades {
  branch_id: string;
  line_id: string;
  trade_id: string;
}

export interface RedConfirms {
  agreer_name: string | null;
  answer_name: string | null;
  attempt: Generated<number>;
  branch_id: string;
  confirm_no: string;
  created_at: number;
  deadline_at: number | null;
  fault: string | null;
  gross_fen: number;
  id: string;
  invoice_id: string;
  /**
   * the buyer deducted the tax of the invoice: it has to confirm
   */
  is_used: boolean;
  issue_state: string;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  next_at: number | null;
  note: Generated<string>;
  reason: string | null;
  reason_code: string;
  recorder_for: string | null;
  recorder_id: string | null;
  recorder_name: string | null;
  red_at: number | null;
  red_no: string | null;
  shipper_id: string;
  side: string;
  state: string;
  tax_fen: number;
  tries: Generated<number>;
  updated_at: number;
  version: Generated<number>;
}

export interface RedLines {
  branch_id: string;
  confirm_id: string;
  gross_fen: number;
  n: number;
  shipper_id: string;
  tax_fen: number;
  waybill_id: string;
}

export interface Refunds {
  account_name: string;
  account_no: string;
  amount_fen: number;
  answer: string | null;
  approver_id: string | null;
  approver_name: string | null;
  asker_for: string | null;
  asker_id: string;
  asker_name: string;
  branch_id: string;
  created_at: number;
  id: string;
  paid_at: number | null;
  payer_id: string | null;
  payer_name: string | null;
  reason: string;
  refund_no: string;
  serial: string | null;
  serial_upper: Generated<string | null>;
  shipper_id: string;
  /**
   * ORIGIN: the account the money had come from; REGISTERED: an account of the shipper that the administrator has to agree to
   */
  source: string;
  state: string;
  updated_at: number;
  version: Generated<number>;
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

export interface RemittanceClaims {
  amount_fen: number;
  branch_id: string;
  /**
   * the carrier whose debts it paid, or whose deposit it is
   */
  carrier_id: string | null;
  claimed_at: number;
  claimer_name: string;
  deposit_id: string | null;
  id: string;
  remittance_id: string;
  /**
   * the shipper it pays or is prepaid money of
   */
  shipper_id: string | null;
  /**
   * the moment the claim was taken back, ms; its money is nobody's again
   */
  undone_at: number | null;
  undone_name: string | null;
  undone_reason: string | null;
}

export interface RemittanceRefunds {
  amount_fen: number;
  asked_at: number;
  asker_for: string | null;
  asker_id: string;
  asker_name: string;
  branch_id: string;
  /**
   * the day the bank sent it back, ms
   */
  date: number | null;
  /**
   * the moment another person agreed that it had left, or somebody took the request back, ms
   */
  ended_at: number | null;
  ender_id: string | null;
  ender_name: string | null;
  id: string;
  reason: string;
  remittance_id: string;
  /**
   * the bank's number of the money on its way back; null while it waits, and where the request was taken back
   */
  serial: string | null;
  serial_upper: Generated<string | null>;
}

export interface Remittances {
  amount_fen: number;
  asker_for: string | null;
  asker_id: string | null;
  asker_name: string | null;
  bank_note: string | null;
  branch_id: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  /**
   * the money its standing claims have taken
   */
  claimed_fen: Generated<number>;
  created_at: number;
  /**
   * the day the money came, ms; the books take it in when it is confirmed
   */
  date: number;
  /**
   * the debt of an advance the bank sent back although it had been paid: the money is the carrier's
   */
  debt_id: string | null;
  id: string;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  /**
   * digits and letters alone, so that the same account is found again
   */
  payer_account: string;
  payer_name: string;
  reason: string | null;
  /**
   * the line of the bank's file it was made of, which is its slip
   */
  recon_line_id: string | null;
  /**
   * the money that went back to its payer; what neither claims nor returns have taken is nobody's
   */
  refunded_fen: Generated<number>;
  remittance_no: string;
  /**
   * the word by which the payment had come back already, where this is its money
   */
  return_fact_id: string | null;
  /**
   * the payment that came back: one person pointed at it, another agreed
   */
  return_payment_id: string | null;
  serial: string;
  serial_upper: Generated<string | null>;
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

export interface SealNotices {
  body: string;
  event: string;
  id: string;
  is_late: boolean;
  nonce: string;
  received_at: number;
  /**
   * number of the task or order it speaks of; empty where it names none
   */
  subject: string;
}

export interface SecurityEvents {
  account: string;
  acting_for: string | null;
  /**
   * path of the call; empty: the sum of many calls of one person or address
   */
  action: string;
  branch_id: string | null;
  company_id: string | null;
  count: number;
  entity_id: string | null;
  first_at: number;
  id: string;
  ip: string;
  kind: string;
  last_at: number;
  /**
   * of the first of those the row counts
   */
  request_id: string;
  title: string;
  /**
   * null: nobody was signed in, account is the name that was tried, company and branch are of whoever has it
   */
  user_id: string | null;
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
  advanced_fen: Generated<number>;
  deducted_fen: number;
  due_fen: number;
  freight_fen: number;
  is_open: Generated<boolean>;
  /**
   * how the payment counted for the line when it arrived after its failure; null: it never did
   */
  late: string | null;
  oil_fen: number;
  /**
   * the part of the waybill the line pays; open on one sheet at most
   */
  part_id: string;
  pay_fen: number;
  /**
   * name, account and bank, frozen when the sheet is submitted
   */
  payee: unknown | null;
  /**
   * who is paid; null: the carrier, on its own account
   */
  payee_id: string | null;
  payment_id: string | null;
  /**
   * the share of deducted_fen that is penalties: E5, not off E4b
   */
  penalty_fen: Generated<number>;
  /**
   * taken off against debts and lines below zero; of such a line all it lacks
   */
  set_off_fen: number;
  settlement_id: string;
  waybill_id: string;
}

export interface Settlements {
  /**
   * paid before the trip: set off against 1123.03 by this sheet
   */
  advanced_fen: Generated<number>;
  /**
   * the change of its lines that waits for another person to agree: kind, parts, payee, reason, asker's name, moment
   */
  asked_change: unknown | null;
  auditor_id: string | null;
  auditor_name: string | null;
  branch_id: string;
  /**
   * debts this sheet takes off: those whose taken_by it is
   */
  carried_in_fen: Generated<number>;
  /**
   * what the carrier owes once this sheet is paid with nothing: a row of debts then
   */
  carried_out_fen: Generated<number>;
  carrier_id: string;
  change_asker_for: string | null;
  change_asker_id: string | null;
  close_asker_for: string | null;
  close_asker_id: string | null;
  /**
   * the reason given by the one who asked; null unless the sheet waits to be closed, or was closed so
   */
  close_reason: string | null;
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
  payer_id: string | null;
  payer_name: string | null;
  penalty_fen: Generated<number>;
  period: string;
  remark: string | null;
  settlement_num: string;
  /**
   * who pays: the shipper, or the branch itself for fees of work that was handed down
   */
  shipper_id: string;
  state: string;
  /**
   * as that of waybills
   */
  state_since: number | null;
  submitter_for: string | null;
  submitter_id: string | null;
  updated_at: number;
  version: Generated<number>;
  void_asker_for: string | null;
  void_asker_id: string | null;
  /**
   * the reason given by the one who asked; null unless the sheet waits to be voided, or was voided so
   */
  void_reason: string | null;
}

export interface Shares {
  branch_id: string;
  created_at: number;
  created_by: string;
  created_name: string;
  expires_at: number;
  goods_id: string;
  id: string;
  last_view_at: number | null;
  max_views: number | null;
  revoked_at: number | null;
  shipper_id: string;
  shows_price: boolean;
  token: string;
  views: Generated<number>;
}

export interface ShipperStatementLines {
  answer: string | null;
  answered_at: number | null;
  answered_by: string | null;
  /**
   * charges of the shipper on the waybill when the statement was made: code and fen
   */
  charges: unknown | null;
  day: number;
  dispute: string | null;
  disputed_at: number | null;
  disputed_by: string | null;
  invoiced_fen: number;
  is_late: boolean;
  kind: string;
  load_place: string | null;
  mark: Generated<string>;
  n: number;
  /**
   * number of the entry or of the invoice
   */
  number: string;
  owed_fen: number;
  plate: string | null;
  prepaid_fen: number;
  /**
   * the entry of the books, the invoice or the red confirmation it is of
   */
  source_id: string;
  statement_id: string;
  summary: string;
  unload_place: string | null;
  upstream_no: string | null;
  waybill_id: string | null;
  waybill_no: string | null;
  weight_g: number | null;
}

export interface ShipperStatements {
  adjusted_fen: number;
  answered_at: number | null;
  answerer_name: string | null;
  branch_id: string;
  closing_owed_fen: number;
  closing_prepaid_fen: number;
  created_at: number;
  freight_fen: number;
  id: string;
  invoiced_fen: number;
  /**
   * lines of months before its own that no statement had
   */
  late: number;
  lines: number;
  maker_id: string;
  maker_name: string;
  opening_owed_fen: number;
  opening_prepaid_fen: number;
  period: string;
  /**
   * the statement it goes on from: its opening is the closing of that one; null: the balances of the books
   */
  previous_id: string | null;
  reason: string | null;
  received_fen: number;
  refunded_fen: number;
  sender_name: string | null;
  sent_at: number | null;
  set_off_fen: number;
  shipper_id: string;
  state: string;
  statement_no: string;
  updated_at: number;
  version: Generated<number>;
}

export interface SimAccounts {
  account_no: string;
  asked: Generated<number>;
  order_no: string;
  ready_at: number;
  reason: string | null;
  received: Generated<number>;
  result: string;
}

export interface SimInvoices {
  asked: Generated<number>;
  created_at: number;
  gross_fen: number;
  invoice_no: string;
  issued_at: number;
  ready_at: number | null;
  reason: string | null;
  /**
   * how often the invoice was sent; more than once would be our fault
   */
  received: Generated<number>;
  result: string;
  serial_no: string;
  tax_fen: number;
  tax_no: string;
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

export interface SimSealChecks {
  asked: Generated<number>;
  kind: string;
  name: string;
  no: string;
  notice_event: string | null;
  order_no: string;
  reason: string | null;
  received: Generated<number>;
  result: string;
}

export interface SimSealTasks {
  asked: Generated<number>;
  notice_event: string | null;
  parties: unknown;
  reason: string | null;
  received: Generated<number>;
  result: string;
  sha256: string;
  task_no: string;
  title: string;
  until_at: number;
}

export interface SimSealTickets {
  back: string;
  order_no: string | null;
  role: string | null;
  task_no: string | null;
  /**
   * all tasks of the page, task_no the first of them; null where it is one
   */
  task_nos: ArrayType<string> | null;
  ticket: string;
}

export interface SimTexts {
  code: string;
  created_at: number;
  id: string;
  mobile: string;
}

export interface SpecialLines {
  arrive_at: number | null;
  depart_at: number | null;
  from_hub: string;
  line_company: string;
  remark: Generated<string>;
  shift_no: string;
  to_hub: string;
  transfers: Generated<unknown>;
  updated_at: number;
  updated_by: string;
  version: Generated<number>;
  waybill_id: string;
}

export interface SpecialTickets {
  address: Generated<string>;
  cod_fen: Generated<number>;
  consignee: string;
  created_at: number;
  created_by: string;
  deliver_fen: Generated<number>;
  freight_fen: Generated<number>;
  id: string;
  item_name: string;
  mobile: string;
  pay_mode: string;
  pickup_fen: Generated<number>;
  pieces: number;
  removed_at: number | null;
  signed_at: number | null;
  signer: string | null;
  state: string;
  ticket_no: string;
  updated_at: number;
  version: Generated<number>;
  volume: Generated<number>;
  waybill_id: string;
  weight_g: number;
}

export interface Tasks {
  answer_by: number | null;
  branch_id: string;
  /**
   * who answers for it at the carrier; until it is answered, whoever sent it
   */
  carrier_by: string;
  carrier_id: string;
  /**
   * what this carrier gets per unit; null: the price of the goods at the time
   */
  carrier_unit_price: number | null;
  created_at: number;
  created_by: string;
  depth: Generated<number>;
  goods_id: string;
  id: string;
  may_release: Generated<boolean>;
  parent_id: string | null;
  /**
   * what the releaser gets per unit for this part: its bargain is fixed when it hands the part down
   */
  parent_unit_price: number | null;
  qty: number;
  releaser_by: string | null;
  releaser_id: string | null;
  remain_qty: number;
  remark: Generated<string>;
  shipper_by: string;
  shipper_id: string;
  source: string;
  state: string;
  /**
   * as that of waybills
   */
  state_since: number | null;
  task_no: string;
  updated_at: number;
  version: Generated<number>;
}

export interface TerminalBindings {
  by_name: string;
  carrier_id: string;
  ended_by_name: string | null;
  from_at: number;
  id: string;
  role: string;
  terminal_id: string;
  terminal_no: number;
  to_at: number | null;
  track_no: number;
  vehicle_id: string;
}

export interface TerminalClaims {
  device_no: string;
  first_at: number;
  /**
   * made by the gateway in the order of their first asking
   */
  id: Generated<string>;
  /**
   * put away by a person; one that asks for another reason is shown again
   */
  ignored_at: number | null;
  ignored_by: string | null;
  ip: string | null;
  last_at: number;
  maker: string | null;
  model: string | null;
  phone: string;
  phone_digits: number;
  plate: string | null;
  plate_color: string | null;
  protocol: number;
  times: number;
  vin: string | null;
  why: string;
}

export interface TerminalCommands {
  answer: unknown | null;
  body: unknown;
  carrier_id: string | null;
  created_at: number;
  created_by: string;
  created_for: string | null;
  created_name: string;
  expires_at: number;
  id: string;
  kind: string;
  reason: string | null;
  second_by: string | null;
  second_name: string | null;
  sent_at: number | null;
  serial: number | null;
  /**
   * written by the gateway once it is sent
   */
  state: string;
  terminal_id: string;
  terminal_no: number;
  /**
   * times it was sent down: what changes nothing is sent again, a text never
   */
  tries: Generated<number>;
  updated_at: number;
  version: Generated<number>;
}

export interface TerminalMedia {
  body: Buffer;
  bytes: number;
  channel: number;
  /**
   * 0 asked for by the platform, 1 on time, 2 robbery, 3 collision
   */
  event: number;
  format: number;
  id: string;
  /**
   * 0 photo, 1 sound, 2 video (JT/T 808 0x0801)
   */
  kind: number;
  media_id: number;
  /**
   * the 28 bytes of the position it was made at
   */
  place: Buffer;
  received_at: number;
  sha256: string;
  terminal_id: string;
  terminal_no: number;
}

export interface TerminalPresence {
  ended_at: number | null;
  /**
   * one more for each authentication: an earlier session answers nothing
   */
  epoch: number;
  gateway: string;
  ip: string | null;
  /**
   * the last messages, as an envelope of the log
   */
  last: Buffer | null;
  seen_at: number;
  since_at: number;
  terminal_no: number;
}

export interface Terminals {
  /**
   * SHA-256 of the code given at the last registration
   */
  auth_hash: Buffer | null;
  /**
   * of the code before, good until the new one is used: an answer may be lost
   */
  auth_hash_before: Buffer | null;
  carrier_id: string | null;
  clock_basis: string | null;
  /**
   * the lag of a clock that is behind, whose positions stay in the log; 0 once its offset is learned, until they are written
   */
  clock_behind_ms: number | null;
  /**
   * when the first report of that lag came
   */
  clock_behind_since: number | null;
  clock_offset_ms: Generated<number>;
  /**
   * people were told of the conflict it is in; null in any other state
   */
  conflict_told_at: number | null;
  created_at: number;
  device_no: string | null;
  iccid: string | null;
  id: string;
  imei: string | null;
  maker: string | null;
  model: string | null;
  note: string | null;
  /**
   * digits without zeros in front; the wire carries 12 or 20 of them
   */
  phone: string;
  phone_digits: number;
  /**
   * plate, colour and VIN are copies of the vehicle the terminal is bound to: the gateway reads no vehicles
   */
  plate: string | null;
  plate_color: string | null;
  protocol: number;
  role: Generated<string>;
  seen_at: number | null;
  software: string | null;
  state: string;
  /**
   * the number of the terminal on the log
   */
  terminal_no: Generated<number>;
  track_no: number | null;
  updated_at: number;
  vehicle_id: string | null;
  version: Generated<number>;
  vin: string | null;
}

export interface TodayLater {
  kind: string;
  put_at: number;
  record_id: string;
  until: number;
  user_id: string;
  version: number;
}

export interface TollPasses {
  account_id: string;
  amount_fen: number;
  branch_id: string;
  created_at: number;
  ended_at: number | null;
  ended_name: string | null;
  entered_at: number | null;
  entry: string | null;
  exit: string;
  file_name: string;
  id: string;
  issue_id: string | null;
  made_name: string;
  passed_at: number;
  plate: string;
  serial: string;
  serial_upper: Generated<string | null>;
  state: string;
  updated_at: number;
  version: Generated<number>;
  /**
   * the waybill whose trip covers it: proposed by the product, or named by a person
   */
  waybill_id: string | null;
}

export interface TrackAccess {
  company_id: string;
  from_at: number;
  id: string;
  to_at: number | null;
  track_no: number;
  vehicle_id: string;
  waybill_id: string | null;
  why: string;
}

export interface TrackAlarms {
  carrier_id: string;
  from_at: number;
  /**
   * a name of packages/jt808/src/alarms.ts or safety.ts
   */
  kind: string;
  lat_e6: number | null;
  /**
   * 1 or 2 of active safety, the higher the worse; 0 where there is none
   */
  level: number;
  /**
   * degrees × 10⁶ in GCJ-02, where it began; none without a trusted place
   */
  lon_e6: number | null;
  plate: string;
  to_at: number;
  track_no: number;
  vehicle_id: string;
  waybill_id: string | null;
}

export interface TrackCursors {
  consumer: string;
  /**
   * one more for each who took the cursor: an earlier one moves nothing
   */
  epoch: number;
  lane: number;
  seq: number;
}

export interface TrackDays {
  carrier_id: string;
  coverage_ppm: number;
  day: Timestamp;
  distance_m: number;
  first_at: number;
  /**
   * metres of distance_m within which nothing came
   */
  gap_m: Generated<number>;
  idle_s: number;
  last_at: number;
  late_points: number;
  moving_s: number;
  /**
   * by the vehicle's own counter; null where it sends none
   */
  odometer_m: number | null;
  online_s: number;
  plate: string;
  points: number;
  stops: number;
  track_no: number;
  vehicle_id: string;
}

export interface TrackFaults {
  at: number;
  consumer: string;
  error: string;
  i: number;
  lane: number;
  seq: number;
  /**
   * people were told of it; none where nobody has been
   */
  told_at: number | null;
}

export interface TrackIntake {
  /**
   * messages as they came (packages/intake/src/envelope.ts)
   */
  body: Buffer;
  /**
   * fixed when the row is made; never earlier than that of the row before in its lane
   */
  day: Timestamp;
  lane: number;
  n: number;
  received_at: number;
  seq: number;
}

export interface TrackLanes {
  beat_at: number;
  /**
   * one more for each writer: an earlier one stores nothing
   */
  epoch: Generated<number>;
  id: Generated<number>;
  /**
   * of the rows retention has dropped, and of the lane when it was last taken over
   */
  last_seq: Generated<number>;
  shard_group: number;
  /**
   * a slot such as gateway-1, never a process: whoever starts again takes its lanes over
   */
  writer: string;
}

export interface TrackSegments {
  datum: number;
  distance_m: number;
  first_at: number;
  hour_at: number;
  last_at: number;
  max_lat: number;
  max_lon: number;
  min_lat: number;
  min_lon: number;
  /**
   * the first day of the month hour_at lies in, in China
   */
  month: Timestamp;
  moving_s: number;
  n: number;
  /**
   * positions of the hour (packages/track/src/segment.ts)
   */
  payload: Buffer;
  rev: Generated<number>;
  track_no: number;
}

export interface TrackShards {
  /**
   * counts up while the owner lives; one that stands still for 10 s of the watcher is dead
   */
  beat: Generated<number>;
  epoch: Generated<number>;
  owner: string | null;
  shard_group: number;
}

export interface TrackStops {
  carrier_id: string;
  from_at: number;
  kind: string;
  lat_e6: number;
  /**
   * degrees × 10⁶ in GCJ-02
   */
  lon_e6: number;
  plate: string;
  to_at: number;
  track_no: number;
  vehicle_id: string;
  waybill_id: string | null;
}

export interface TrackTrips {
  carrier_id: string;
  distance_m: number;
  from_at: number;
  from_lat_e6: number;
  /**
   * degrees × 10⁶ in GCJ-02, as all places here
   */
  from_lon_e6: number;
  gap_m: number;
  /**
   * 0.1 km/h
   */
  most_speed: number;
  moving_s: number;
  plate: string;
  to_at: number;
  to_lat_e6: number;
  to_lon_e6: number;
  track_no: number;
  vehicle_id: string;
  waybill_id: string | null;
}

export interface TrackViews {
  at: number;
  /**
   * whose person looked; null for the house
   */
  company_id: string | null;
  from_at: number;
  id: string;
  ip: string;
  text: string | null;
  to_at: number;
  user_id: string;
  /**
   * null: a list, of the vehicles that text names or of all
   */
  vehicle_id: string | null;
  waybill_id: string | null;
  /**
   * the page the look came from
   */
  why: string;
}

export interface Trades {
  account: string;
  /**
   * without the fee: amount and fee together left, or came
   */
  amount_fen: number;
  bank_serial: string | null;
  bank_serial_upper: Generated<string | null>;
  branch_id: string;
  carrier_id: string | null;
  channel: string | null;
  created_at: number;
  direction: string;
  entry_id: string;
  fee_fen: number;
  /**
   * the moment of the bank, or the day a person recorded; the books may have taken it in later
   */
  happened_at: number;
  id: string;
  /**
   * the bank moved this money once: it stands as another movement; or the line of the books that takes it out
   */
  is_repeat: Generated<boolean>;
  kind: string;
  n: number;
  payee: string;
  payee_account: string | null;
  payee_bank: string | null;
  payer: string;
  payer_account: string | null;
  payer_bank: string | null;
  payment_id: string | null;
  /**
   * the record the movement is of, beside sheets: a key of tradeRecords
   */
  record: string | null;
  record_no: string | null;
  settlement_id: string | null;
  shipper_id: string | null;
  trade_no: string;
}

export interface TradeWaybills {
  amount_fen: number;
  trade_id: string;
  waybill_id: string;
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
  /**
   * until then the person neither approves nor pays: a colleague had a hand in how they sign in or in these permits
   */
  money_rests_until: number | null;
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

export interface VehicleAlarms {
  at: number;
  /**
   * first and last position that tells it; heard_at: arrival of the last message that does
   */
  from_at: number;
  heard_at: number;
  kind: string;
  /**
   * the alarm of active safety that told it last, as packages/jt808/src/safety.ts names it; none where a bit of the alarm word did
   */
  said: string | null;
  /**
   * people were told of it; none where nobody has been
   */
  told_at: number | null;
  track_no: number;
}

export interface VehicleLive {
  address_code: string | null;
  /**
   * repaired time of the newest position; one that comes late never takes its place
   */
  at: number;
  /**
   * place in datums (packages/track/src/point.ts)
   */
  datum: number;
  heading: number;
  lat_e6: number;
  lon_e6: number;
  /**
   * of the newest message, heartbeats included
   */
  received_at: number;
  rev: number;
  source: number;
  /**
   * 0.1 km/h
   */
  speed: number;
  /**
   * place in liveStates (packages/track/src/point.ts)
   */
  state: number;
  /**
   * repaired time of the report that says the state: of a place, or of one without a fix, which moves no place
   */
  state_at: Generated<number>;
  track_no: number;
  vehicle_id: string;
}

export interface Vehicles {
  annual_check_expiry: number | null;
  blacklist_reason: string | null;
  blacklisted_at: number | null;
  blacklisted_by: string | null;
  blacklisted_side: string | null;
  body: Generated<unknown>;
  carrier_id: string;
  created_at: number;
  energy: string;
  gross_g: number;
  id: string;
  insurance_expiry: number | null;
  licence_expiry: number;
  owner: string | null;
  paper: string;
  /**
   * how each certificate stands, by its key, with who judged it and what must be mended; one that is not there stands as the record (paper), which is what all of them come to
   */
  papers: Generated<unknown>;
  plate: string;
  plate_color: string;
  retired_at: number | null;
  terminal_id: string | null;
  tonnage_g: number;
  /**
   * the number of the vehicle on the log of positions
   */
  track_no: Generated<number>;
  trailer_plate: string | null;
  transport_cert_expiry: number | null;
  /**
   * empty: none, as vehicles up to 4.5 t need none; then it has no expiry
   */
  transport_cert_no: string;
  type_code: string;
  updated_at: number;
  verified_at: number | null;
  verified_name: string | null;
  version: Generated<number>;
  vin: string | null;
}

export interface VoucherNumbers {
  branch_id: string;
  last: number;
  period: string;
}

export interface VoucherPatterns {
  branch_id: string;
  category: string | null;
  counterparty: string;
  created_at: number;
  /**
   * taken out of the list; the row stays
   */
  dropped_at: number | null;
  id: string;
  kind: string;
  lines: unknown;
  maker_id: string;
  maker_name: string;
  name: string;
  summary: string;
  updated_at: number;
  version: Generated<number>;
}

export interface Vouchers {
  amount_fen: number;
  auditor_id: string | null;
  auditor_name: string | null;
  branch_id: string;
  carrier_id: string | null;
  /**
   * of other vouchers made by hand; those of the product have that of their event
   */
  category: string | null;
  counterparty: string;
  created_at: number;
  date: number;
  /**
   * lines as a person typed them (amounts in fen); null: the product made it
   */
  draft_lines: unknown | null;
  entry_id: string | null;
  id: string;
  kind: string;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  period: string;
  poster_name: string | null;
  reversed_fen: Generated<number>;
  settlement_id: string | null;
  shipper_id: string | null;
  state: string;
  summary: string;
  updated_at: number;
  version: Generated<number>;
  voucher_no: string;
  waybill_id: string | null;
}

export interface VoucherWaybills {
  amount_fen: number;
  at: number;
  branch_id: string;
  by_id: string;
  by_name: string;
  class: string;
  id: string;
  reason: string | null;
  unbound_at: number | null;
  unbound_name: string | null;
  voucher_id: string;
  waybill_id: string;
}

export interface WaitingTax {
  branch_id: string;
  tax_fen: number;
  waybill_id: string;
}

export interface WaybillChecks {
  branch_id: string;
  carrier_id: string;
  created_at: number;
  id: string;
  ip: string;
  mobile: string;
  name: string;
  remark: string;
  shipper_id: string;
  verdict: string;
  waybill_id: string;
}

export interface WaybillClaims {
  amount_fen: number;
  answer_by: number | null;
  answer_reason: string | null;
  answered_at: number | null;
  answered_name: string | null;
  asked_by: string;
  charge_id: string | null;
  code: string;
  created_at: number;
  created_by: string;
  created_name: string;
  id: string;
  /**
   * deduction the receiver asks for while the waybill is disputed: agreed to, or withdrawn, with the end of the dispute
   */
  is_dispute: Generated<boolean>;
  /**
   * the part it became after the signature; null: the signature charged it, or nothing did
   */
  part_id: string | null;
  reason: string;
  side: string;
  state: string;
  updated_at: number;
  version: Generated<number>;
  waybill_id: string;
}

export interface WaybillCounts {
  n: number;
  owner_id: string;
  slot: number;
  state: string;
}

export interface WaybillDays {
  carrier_fen: Generated<number>;
  /**
   * first millisecond of the day in China; signed, weight and freight stand at the day of the signature
   */
  day_at: number;
  made: Generated<number>;
  owner_id: string;
  shipper_fen: Generated<number>;
  signed: Generated<number>;
  slot: number;
  weight_g: Generated<number>;
}

export interface WaybillEta {
  due_at: number | null;
  due_by: string | null;
  eta_at: number;
  fix_at: number;
  goal: string;
  is_own_speed: boolean;
  kmh: number;
  /**
   * looks running that found it late
   */
  late_times: number;
  /**
   * great-circle metres times 1.32
   */
  left_m: number;
  place: string;
  /**
   * the expected arrival people were last told of as late; null while it is not
   */
  told_eta_at: number | null;
  updated_at: number;
  waybill_id: string;
}

export interface WaybillFees {
  amount_fen: number;
  branch_id: string;
  carrier_id: string;
  id: Generated<string>;
  shipper_id: string;
  state: string;
  task_id: string;
  unit_price: number;
  /**
   * when it was confirmed; null while it is an estimate
   */
  updated_at: number | null;
  version: Generated<number>;
  waybill_id: string;
}

export interface WaybillParts {
  advanced_fen: Generated<number>;
  booked: Generated<boolean>;
  branch_id: string;
  carrier_id: string;
  created_at: number;
  deducted_fen: Generated<number>;
  due_at: number | null;
  expected_tax_fen: Generated<number>;
  /**
   * cash of the part as the signature fixed it; null before; below zero for a debt
   */
  fixed_fen: number | null;
  /**
   * its share of the freight in the books: fixed_fen, and the deductions and what was handed out that it bears
   */
  freight_fen: Generated<number>;
  /**
   * fuel or tolls handed out before the signature: on 1123.03 until a sheet sets them off
   */
  from_stock: Generated<boolean>;
  /**
   * put on hold (暂缓) since then: no sheet takes it before somebody lets it go; null while it is not
   */
  hold_at: number | null;
  hold_name: string | null;
  hold_reason: string | null;
  id: string;
  issued_fen: Generated<number>;
  n: Generated<number>;
  oil_fen: Generated<number>;
  paid_fen: Generated<number>;
  part: string;
  /**
   * who is paid; null: the payee of the waybill, else the carrier on its own account
   */
  payee_id: string | null;
  /**
   * the share of deducted_fen that is penalties, on the part that bears the deductions
   */
  penalty_fen: Generated<number>;
  planned_fen: number;
  /**
   * the cash part that takes a part handed out before along to its sheet
   */
  rides_on: string | null;
  set_off_fen: Generated<number>;
  settlement_id: string | null;
  shipper_id: string;
  state: string;
  updated_at: number;
  version: Generated<number>;
  waits_for: string;
  waybill_id: string;
}

export interface WaybillProposals {
  answered_at: number | null;
  answered_name: string | null;
  at: number;
  created_at: number;
  id: string;
  move: string;
  place: string;
  state: string;
  updated_at: number;
  version: Generated<number>;
  visit_id: string;
  waybill_id: string;
}

export interface Waybills {
  accepted_at: number | null;
  /**
   * transferred before the signature
   */
  advanced_fen: Generated<number>;
  /**
   * its carriage agreement was due at the acceptance and is not signed yet
   */
  agreement_waits: Generated<boolean>;
  answer_by: number | null;
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
  /**
   * compensation that lowered shipper_freight_fen (E13): both together are the revenue and what is invoiced
   */
  compensated_fen: Generated<number>;
  created_at: number;
  created_by: string;
  deducted_fen: Generated<number>;
  /**
   * unloaded weight the receiver says in a dispute, until it ends
   */
  disputed_weight_g: number | null;
  driver_id: string;
  driver_mobile: string;
  driver_name: string;
  due_at: number | null;
  /**
   * what carriers that handed the work down earn of it, together (waybill_fees): a cost beside payable_fen
   */
  fees_fen: Generated<number>;
  finished_at: number | null;
  goods_id: string;
  goods_no: string;
  id: string;
  /**
   * the base of its carrier at the signature; none of those signed before invoices for fuel and tolls were booked
   */
  input_base: string | null;
  item_names: string;
  /**
   * that of the goods, which never changes
   */
  kind: string;
  /**
   * the share of deducted_fen that is cuts agreed on after the signature: compensation (E13c), not off the cost
   */
  late_cut_fen: Generated<number>;
  /**
   * when it is due, while its vehicle is expected later
   */
  late_due_at: number | null;
  load_place: string;
  load_region: string;
  load_weight_g: number | null;
  loaded_at: number | null;
  loss_g: number | null;
  oil_fen: Generated<number>;
  /**
   * transferred to a payee
   */
  paid_fen: Generated<number>;
  /**
   * carrier freight before deductions; open = payable − deducted − oil − paid
   */
  payable_fen: Generated<number>;
  payee_id: string | null;
  /**
   * the share of deducted_fen that is penalties: payable_fen - deducted_fen + penalty_fen is what the waybill costs
   */
  penalty_fen: Generated<number>;
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
  segments: Generated<number>;
  /**
   * taken off against debts instead; below zero where other waybills made up for this one
   */
  set_off_fen: Generated<number>;
  settle_state: Generated<string>;
  settlement_num: string | null;
  shipper_by: string;
  shipper_freight_fen: Generated<number>;
  shipper_id: string;
  shipper_unit_price: number;
  /**
   * set by unloading and by the end of a dispute: then the product signs, where the shipper leaves it to (policy autoSign)
   */
  sign_by: number | null;
  signed_at: number | null;
  source: string;
  state: string;
  /**
   * since when it is in its state, ms; null for records that were finished before this was kept
   */
  state_since: number | null;
  task_id: string | null;
  /**
   * tolls handed out that the signature counted; those known later are a debt of the carrier
   */
  toll_fen: Generated<number>;
  unload_place: string;
  unload_region: string;
  unload_weight_g: number | null;
  unloaded_at: number | null;
  updated_at: number;
  upstream_no: string | null;
  /**
   * of a change of vehicle before loading; null: the vehicle is the one that was appointed
   */
  vehicle_at: number | null;
  vehicle_id: string;
  version: Generated<number>;
  waybill_no: string;
}

export interface WaybillSegments {
  changed_by: string;
  driver_id: string;
  driver_mobile: string;
  driver_name: string;
  from_at: number;
  plate: string;
  plate_color: string;
  reason: string | null;
  serial: number;
  to_at: number | null;
  vehicle_id: string;
  waybill_id: string;
}

export interface WaybillSwaps {
  answer_reason: string | null;
  answered_at: number | null;
  answered_name: string | null;
  created_at: number;
  created_by: string;
  created_name: string;
  driver_id: string;
  driver_name: string;
  id: string;
  plate: string;
  reason: string;
  state: string;
  updated_at: number;
  vehicle_id: string;
  version: Generated<number>;
  waybill_id: string;
}

export interface WaybillTrackKeys {
  is_given_up: Generated<boolean>;
  key: string;
  /**
   * whoever writes the object has it until then; given up, the moment it is removed once more
   */
  until_at: number;
}

export interface WaybillTracks {
  bytes: number;
  distance_m: number;
  first_at: number | null;
  /**
   * the span of the shipper when it was sealed
   */
  from_at: number;
  gap_m: number;
  gaps: number;
  id: string;
  /**
   * place of the object in the store; its bytes have the hash
   */
  key: string;
  last_at: number | null;
  late_points: number;
  part: number;
  /**
   * positions of this part; metres, gaps and ends are those of all parts up to it
   */
  points: number;
  sealed_at: number;
  sha256: string;
  to_at: number;
  waybill_id: string;
}

export interface WaybillTracksDue {
  due_at: number;
  rev: Generated<number>;
  waybill_id: string;
}

export interface WaybillUrges {
  act: string;
  at: number;
  company_id: string | null;
  day: string;
  /**
   * the side that was told; act is what it was asked for
   */
  side: string;
  user_id: string;
  user_name: string;
  waybill_id: string;
}

export interface WaybillWords {
  kind: string;
  word: string;
}

export interface WriteOffItems {
  amount_fen: number;
  branch_id: string;
  waybill_id: string;
  write_off_id: string;
}

export interface WriteOffs {
  amount_fen: number;
  answer: string | null;
  branch_id: string;
  checked_at: number | null;
  checker_id: string | null;
  checker_name: string | null;
  created_at: number;
  id: string;
  maker_for: string | null;
  maker_id: string;
  maker_name: string;
  reason: string;
  shipper_id: string;
  state: string;
  undo_asker_for: string | null;
  undo_asker_id: string | null;
  undo_asker_name: string | null;
  undo_checker_id: string | null;
  undo_checker_name: string | null;
  undo_reason: string | null;
  undone_at: number | null;
  updated_at: number;
  version: Generated<number>;
  waybills: number;
  write_off_no: string;
}

export interface DB {
  abnormal_looks: AbnormalLooks;
  abnormal_rules: AbnormalRules;
  abnormal_told: AbnormalTold;
  account_balances: AccountBalances;
  account_days: AccountDays;
  account_maps: AccountMaps;
  agreement_parties: AgreementParties;
  agreement_templates: AgreementTemplates;
  agreements: Agreements;
  ar_items: ArItems;
  ar_matches: ArMatches;
  audit_log: AuditLog;
  audit_seals: AuditSeals;
  balance_letter_lines: BalanceLetterLines;
  balance_letters: BalanceLetters;
  base_changes: BaseChanges;
  batch_rows: BatchRows;
  batches: Batches;
  book_entries: BookEntries;
  channel_facts: ChannelFacts;
  charges: Charges;
  check_tries: CheckTries;
  companies: Companies;
  company_accounts: CompanyAccounts;
  company_profiles: CompanyProfiles;
  credits: Credits;
  debt_instalments: DebtInstalments;
  debt_moves: DebtMoves;
  debts: Debts;
  deposit_backs: DepositBacks;
  deposits: Deposits;
  drafts: Drafts;
  driver_invites: DriverInvites;
  drivers: Drivers;
  episodes: Episodes;
  estimate_ends: EstimateEnds;
  events: Events;
  exports: Exports;
  factor_resets: FactorResets;
  fence_vehicles: FenceVehicles;
  fence_versions: FenceVersions;
  fence_visits: FenceVisits;
  fences: Fences;
  files: Files;
  fuel_accounts: FuelAccounts;
  fuel_cards: FuelCards;
  fuel_issues: FuelIssues;
  fuel_shifts: FuelShifts;
  fuel_use_shares: FuelUseShares;
  fuel_uses: FuelUses;
  fund_records: FundRecords;
  goods: Goods;
  goods_carriers: GoodsCarriers;
  goods_changes: GoodsChanges;
  goods_consents: GoodsConsents;
  goods_templates: GoodsTemplates;
  idempotency: Idempotency;
  imports: Imports;
  inbox: Inbox;
  input_bindings: InputBindings;
  input_invoices: InputInvoices;
  installation: Installation;
  invoice_app_waybills: InvoiceAppWaybills;
  invoice_apps: InvoiceApps;
  invoice_lines: InvoiceLines;
  invoice_sellers: InvoiceSellers;
  invoice_titles: InvoiceTitles;
  invoices: Invoices;
  job_leases: JobLeases;
  journal_entries: JournalEntries;
  journal_lines: JournalLines;
  letter_runs: LetterRuns;
  login_failures: LoginFailures;
  login_log: LoginLog;
  message_preferences: MessagePreferences;
  messages: Messages;
  money_exceptions: MoneyExceptions;
  offline_slips: OfflineSlips;
  outbox: Outbox;
  paper_links: PaperLinks;
  paper_reminders: PaperReminders;
  partner_returns: PartnerReturns;
  partner_signs: PartnerSigns;
  password_history: PasswordHistory;
  password_links: PasswordLinks;
  pay_answers: PayAnswers;
  pay_file_lines: PayFileLines;
  pay_files: PayFiles;
  pay_templates: PayTemplates;
  payee_auths: PayeeAuths;
  payees: Payees;
  payments: Payments;
  period_closings: PeriodClosings;
  period_snapshots: PeriodSnapshots;
  periods: Periods;
  posting_versions: PostingVersions;
  pound_tickets: PoundTickets;
  print_counts: PrintCounts;
  push_tickets: PushTickets;
  real_names: RealNames;
  receipt_links: ReceiptLinks;
  receipt_looks: ReceiptLooks;
  recon_files: ReconFiles;
  recon_items: ReconItems;
  recon_layings: ReconLayings;
  recon_line_trades: ReconLineTrades;
  recon_lines: ReconLines;
  red_confirms: RedConfirms;
  red_lines: RedLines;
  refunds: Refunds;
  relation_invites: RelationInvites;
  relation_links: RelationLinks;
  relations: Relations;
  remittance_claims: RemittanceClaims;
  remittance_refunds: RemittanceRefunds;
  remittances: Remittances;
  roles: Roles;
  seal_notices: SealNotices;
  security_events: SecurityEvents;
  sessions: Sessions;
  settlement_lines: SettlementLines;
  settlements: Settlements;
  shares: Shares;
  shipper_statement_lines: ShipperStatementLines;
  shipper_statements: ShipperStatements;
  sim_accounts: SimAccounts;
  sim_invoices: SimInvoices;
  sim_orders: SimOrders;
  sim_seal_checks: SimSealChecks;
  sim_seal_tasks: SimSealTasks;
  sim_seal_tickets: SimSealTickets;
  sim_texts: SimTexts;
  special_lines: SpecialLines;
  special_tickets: SpecialTickets;
  tasks: Tasks;
  terminal_bindings: TerminalBindings;
  terminal_claims: TerminalClaims;
  terminal_commands: TerminalCommands;
  terminal_media: TerminalMedia;
  terminal_presence: TerminalPresence;
  terminals: Terminals;
  today_later: TodayLater;
  toll_passes: TollPasses;
  track_access: TrackAccess;
  track_alarms: TrackAlarms;
  track_cursors: TrackCursors;
  track_days: TrackDays;
  track_faults: TrackFaults;
  track_intake: TrackIntake;
  track_lanes: TrackLanes;
  track_segments: TrackSegments;
  track_shards: TrackShards;
  track_stops: TrackStops;
  track_trips: TrackTrips;
  track_views: TrackViews;
  trade_waybills: TradeWaybills;
  trades: Trades;
  user_factors: UserFactors;
  user_roles: UserRoles;
  user_settings: UserSettings;
  users: Users;
  vehicle_alarms: VehicleAlarms;
  vehicle_live: VehicleLive;
  vehicles: Vehicles;
  voucher_numbers: VoucherNumbers;
  voucher_patterns: VoucherPatterns;
  voucher_waybills: VoucherWaybills;
  vouchers: Vouchers;
  waiting_tax: WaitingTax;
  waybill_checks: WaybillChecks;
  waybill_claims: WaybillClaims;
  waybill_counts: WaybillCounts;
  waybill_days: WaybillDays;
  waybill_eta: WaybillEta;
  waybill_fees: WaybillFees;
  waybill_parts: WaybillParts;
  waybill_proposals: WaybillProposals;
  waybill_segments: WaybillSegments;
  waybill_swaps: WaybillSwaps;
  waybill_track_keys: WaybillTrackKeys;
  waybill_tracks: WaybillTracks;
  waybill_tracks_due: WaybillTracksDue;
  waybill_urges: WaybillUrges;
  waybill_words: WaybillWords;
  waybills: Waybills;
  write_off_items: WriteOffItems;
  write_offs: WriteOffs;
}
