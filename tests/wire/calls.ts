// Every call of the contract, for what holds of all of them.
import * as account from '@yunshu/contract/session/account'
import * as acting from '@yunshu/contract/session/acting'
import * as audit from '@yunshu/contract/audit/audit'
import * as exporting from '@yunshu/contract/exporting/exporting'
import * as claim from '@yunshu/contract/waybill/claim'
import * as backfill from '@yunshu/contract/waybill/backfill'
import * as branch from '@yunshu/contract/company/branch'
import * as company from '@yunshu/contract/company/company'
import * as relation from '@yunshu/contract/relation/relation'
import * as fence from '@yunshu/contract/fence/fence'
import * as driver from '@yunshu/contract/fleet/driver'
import * as goods from '@yunshu/contract/goods/goods'
import * as goodsChange from '@yunshu/contract/goods/change'
import * as home from '@yunshu/contract/home'
import * as importing from '@yunshu/contract/importing'
import * as message from '@yunshu/contract/message/message'
import * as paymentTask from '@yunshu/contract/settlement/paymentTask'
import * as payee from '@yunshu/contract/fleet/payee'
import * as policy from '@yunshu/contract/policy'
import * as release from '@yunshu/contract/task/release'
import * as session from '@yunshu/contract/session/session'
import * as share from '@yunshu/contract/share'
import * as settlement from '@yunshu/contract/settlement/settlement'
import * as staff from '@yunshu/contract/staff/staff'
import * as specialLine from '@yunshu/contract/specialLine/specialLine'
import * as task from '@yunshu/contract/task/task'
import * as vehicle from '@yunshu/contract/fleet/vehicle'
import * as voucher from '@yunshu/contract/voucher/voucher'
import * as waybill from '@yunshu/contract/waybill/waybill'
import * as waybillDetails from '@yunshu/contract/waybill/details'
import * as waybillReceipt from '@yunshu/contract/waybill/receipt'
import * as waybillLife from '@yunshu/contract/waybill/life'
import type { Call } from '@yunshu/contract/call'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'permit' in value && 'input' in value
const modules = {
  backfill,
  importing,
  audit,
  acting,
  account,
  branch,
  company,
  exporting,
  goods,
  goodsChange,
  home,
  message,
  paymentTask,
  policy,
  relation,
  release,
  session,
  settlement,
  staff,
  task,
  driver,
  payee,
  vehicle,
  voucher,
  waybill,
  fence,
  share,
  claim,
  specialLine,
  waybillDetails,
  waybillReceipt,
  waybillLife,
}
/** Every call with the module and the name it is declared by. */
export const calls = Object.entries(modules).flatMap(([name, module]) =>
  Object.entries(module).flatMap(([key, value]) =>
    isCall(value) ? [{ name: `${name}.${key}`, key, call: value }] : [],
  ),
)
