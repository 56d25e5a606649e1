// Bank accounts of one's own company (对公账户): added, changed, made the default one, removed; each change is a line of
// its history.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  addCompanyAccount,
  removeCompanyAccount,
  setDefaultAccount,
  updateCompanyAccount,
} from '@yunshu/contract/company/company'
import { accountRestMs } from '@yunshu/domain/company/company'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { messages } from '@yunshu/domain/message/messages'
import { v7 } from 'uuid'
import { logEvent, stale } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { lockCompany, ownCompany } from './company.queries.ts'

/** The most accounts a company keeps. */
const accountsMost = 20

/** The company's row is locked first: of two at once one is the default. */
const begin = (ctx: Ctx) => lockCompany(ctx, ownCompany(ctx.actor))
const accountsOf = (companyId: string) =>
  q.selectFrom('company_accounts').selectAll().where('company_id', '=', companyId).where('removed_at', 'is', null)

async function note(ctx: Ctx, companyId: string, action: string, diff: Change[]): Promise<void> {
  await logEvent(ctx, { entity: 'company', entityId: companyId, action, diff })
  ctx.touched('company', companyId, diff)
}

/** Adds an account in the company's own name; money follows it from the next day on. */
export async function addAccount(
  ctx: Ctx,
  said: Input<typeof addCompanyAccount>,
): Promise<Output<typeof addCompanyAccount>> {
  const company = await begin(ctx)
  if (said.accountName !== company.name) refuseFields({ accountName: messages.bankName })
  const others = await ctx.tx.rows(accountsOf(company.id))
  if (others.length >= accountsMost) refuseFields({ accountNo: `最多保存 ${accountsMost} 个账户` })
  if (others.some(one => one.account_no === said.accountNo)) refuseFields({ accountNo: '该账户已添加' })
  const id = v7()
  await ctx.tx.run(
    q.insertInto('company_accounts').values({
      id,
      company_id: company.id,
      bank: said.bank,
      bank_code: said.bankCode,
      account_name: said.accountName,
      account_no: said.accountNo,
      is_default: others.length === 0,
      payable_at: ctx.now + accountRestMs,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await note(ctx, company.id, '添加对公账户', [
    { field: '账户', old: '--', new: `${said.bank} ${maskBankCard(said.accountNo)}` },
  ])
  await tellAccount(ctx, company.id, '新增', said)
  return { id, version: 1 }
}

/** The company's people hear of an account money will follow: who did not mean it has a day to say so. */
const tellAccount = (
  ctx: Ctx,
  companyId: string,
  act: '新增' | '修改',
  { bank, accountNo }: { bank: string; accountNo: string },
): Promise<void> =>
  tellHappening(
    ctx,
    'company.accountChanged',
    { company: companyId, permit: 'company.view' },
    {
      act,
      account: `${bank} ${maskBankCard(accountNo)}`,
      from: formatDateTime(ctx.now + accountRestMs),
    },
  )

async function lockAccount(ctx: Ctx, id: string, version: number) {
  const company = await begin(ctx)
  const account = await ctx.tx.one(accountsOf(company.id).where('id', '=', id).forUpdate())
  if (account.version !== version) throw await stale(ctx, company.id)
  return { company, account }
}

/** Changes an account, which rests for a day then; sheets submitted before cannot be paid to what it was. */
export async function changeAccount(
  ctx: Ctx,
  { id, version, ...said }: Input<typeof updateCompanyAccount>,
): Promise<Output<typeof updateCompanyAccount>> {
  const { company, account } = await lockAccount(ctx, id, version)
  if (said.accountName !== company.name) refuseFields({ accountName: messages.bankName })
  const accountNo = said.accountNo ?? account.account_no
  if ((await ctx.tx.rows(accountsOf(company.id))).some(one => one.id !== id && one.account_no === accountNo))
    refuseFields({ accountNo: '该账户已添加' })
  const diff: Change[] = [
    { field: '开户银行', old: account.bank, new: said.bank },
    { field: '联行号', old: account.bank_code || '--', new: said.bankCode },
    { field: '户名', old: account.account_name, new: said.accountName },
    ...(accountNo === account.account_no
      ? []
      : [{ field: '账户', old: maskBankCard(account.account_no), new: `${maskBankCard(accountNo)}（已更换）` }]),
  ].filter(change => change.old !== change.new)
  if (diff.length === 0) return { id, version }
  await ctx.tx.run(
    q
      .updateTable('company_accounts')
      .set({
        bank: said.bank,
        bank_code: said.bankCode,
        account_name: said.accountName,
        account_no: accountNo,
        payable_at: ctx.now + accountRestMs,
        version: version + 1,
        updated_at: ctx.now,
      })
      .where('id', '=', id),
  )
  await note(ctx, company.id, '修改对公账户', diff)
  await tellAccount(ctx, company.id, '修改', { bank: said.bank, accountNo })
  return { id, version: version + 1 }
}

/** Makes an account the one that is paid to. */
export async function makeDefault(
  ctx: Ctx,
  { id, version }: Input<typeof setDefaultAccount>,
): Promise<Output<typeof setDefaultAccount>> {
  const { company, account } = await lockAccount(ctx, id, version)
  if (account.is_default) return { id, version }
  const before = await ctx.tx.first(accountsOf(company.id).where('is_default', '=', true))
  // one default at a time is the index's rule: the old one goes first
  if (before)
    await ctx.tx.run(
      q
        .updateTable('company_accounts')
        .set({ is_default: false, version: before.version + 1, updated_at: ctx.now })
        .where('id', '=', before.id),
    )
  await ctx.tx.run(
    q
      .updateTable('company_accounts')
      .set({ is_default: true, version: version + 1, updated_at: ctx.now })
      .where('id', '=', id),
  )
  await note(ctx, company.id, '设为默认账户', [
    { field: '默认账户', old: before ? maskBankCard(before.account_no) : '--', new: maskBankCard(account.account_no) },
  ])
  return { id, version: version + 1 }
}

/** Takes an account off; the default one only when no other is left. */
export async function removeAccount(
  ctx: Ctx,
  { id, version }: Input<typeof removeCompanyAccount>,
): Promise<Output<typeof removeCompanyAccount>> {
  const { company, account } = await lockAccount(ctx, id, version)
  if (account.is_default && (await ctx.tx.rows(accountsOf(company.id))).length > 1)
    refuseFields({ id: '请先将其他账户设为默认账户' })
  await ctx.tx.run(
    q
      .updateTable('company_accounts')
      .set({ removed_at: ctx.now, is_default: false, version: version + 1, updated_at: ctx.now })
      .where('id', '=', id),
  )
  await note(ctx, company.id, '删除对公账户', [
    { field: '账户', old: `${account.bank} ${maskBankCard(account.account_no)}`, new: '--' },
  ])
  return {}
}
