// Test support: a bank in a process of its own, with a ledger of its own, that may be killed at any moment.
import http from 'node:http'
import { fen, printYuan } from '@yunshu/domain/figures/money'
import { noticeMerchant, signNotice, type PaymentNotice } from '../../../apps/server/src/partners/notice.ts'
import type { PayResult } from '../../../apps/server/src/partners/channel.ts'
import { chanceOf, fateOf, openLedger, resultOf, tells, type BankEvent, type BankLine } from './bankLedger.ts'

const env = (name: string): string => process.env[name] ?? ''
/** A planted fault: a bank that pays an order once more when its number comes again. */
const paysRepeats = env('BANK_FAULT') === 'repeats'
const ledger = openLedger(env('BANK_LEDGER'))
/** Lines of each order. */
const orders = Map.groupBy(ledger.lines, ({ order }) => order)

function note(line: Omit<BankLine, 'at'>): void {
  ledger.write(line)
  const written = ledger.lines.at(-1)
  if (written) orders.set(line.order, [...(orders.get(line.order) ?? []), written])
}

const isDone = (order: string, event: BankEvent): boolean =>
  (orders.get(order) ?? []).some(line => line.event === event)

/** Does to an order what the bank decided. */
function effect(order: string, event: 'debited' | 'refused' | 'returned'): void {
  const lines = orders.get(order) ?? []
  const amount = lines[0]?.amount ?? 0
  note({ event, order, amount, serial: `B${order.slice(0, 20)}-${lines.length}` })
}

function answerAbout(order: string): PayResult {
  const lines = orders.get(order)
  if (lines === undefined) return { state: 'notFound' }
  const { amount: amountFen = 0, serial: bankSerial = '' } = lines.findLast(line => line.serial !== undefined) ?? {}
  switch (resultOf(lines)) {
    case undefined:
      return { state: 'processing' }
    case 'success':
      return { state: 'success', bankSerial, amountFen }
    case 'failed':
      return { state: 'failed', reason: '账号户名不符', amountFen }
    case 'returned':
      return { state: 'returned', bankSerial, reason: '收款账户状态异常，退汇', amountFen }
  }
}

function take(order: string, account: string, amount: number): void {
  const isAgain = orders.has(order)
  note({ event: 'arrived', order, amount, account })
  const { first } = fateOf(order)
  if (!isAgain) {
    if (first !== 'open') effect(order, first)
  } else if (paysRepeats && isDone(order, 'debited')) effect(order, 'debited')
}

/** The time from the arrival until the bank tells another end, ms. */
const laterMs = (order: string): number => 300 + chanceOf(order, 6, 2500)

/** Notices under way. */
const telling = new Set<string>()

async function tell(order: string): Promise<void> {
  const lines = orders.get(order) ?? []
  const result = resultOf(lines)
  const last = lines.findLast(line => line.serial !== undefined)
  if (result === undefined || last === undefined || telling.has(order)) return
  telling.add(order)
  const notice: PaymentNotice = {
    eventId: `bank-${order}-${result}`,
    merchant: noticeMerchant,
    orderNo: order,
    currency: 'CNY',
    amount: printYuan(fen(last.amount)),
    result,
    bankSerial: last.serial ?? '',
    ...(result === 'success' ? {} : { reason: '账户状态异常' }),
  }
  const body = Buffer.from(JSON.stringify(notice))
  const timestamp = String(Date.now())
  const post = async (): Promise<number> => {
    const response = await fetch(`${env('PRODUCT_URL')}/partners/sim/notice`, {
      method: 'POST',
      signal: AbortSignal.timeout(10_000),
      headers: {
        'Content-Type': 'application/json',
        'X-Timestamp': timestamp,
        'X-Signature': signNotice(env('NOTICE_SECRET'), timestamp, body),
      },
      body: new Uint8Array(body),
    })
    return response.status
  }
  // every third one is told twice at once
  const told = await Promise.allSettled(chanceOf(order, 12, 3) === 0 ? [post(), post()] : [post()])
  telling.delete(order)
  if (told.some(each => each.status === 'fulfilled' && each.value === 200))
    note({ event: 'told', order, amount: last.amount, result })
}

/** Goes on with every order whose turn it is: of one that died half way the bank's own work, later ends, and notices. */
function goOn(): void {
  for (const [order, lines] of orders) {
    const { first, then } = fateOf(order)
    const isLater = Date.now() > (lines[0]?.at ?? 0) + laterMs(order)
    if (first !== 'open' && !isDone(order, first)) effect(order, first)
    if (then !== undefined && isLater && !isDone(order, then)) effect(order, then)
    const hasEnded = then === undefined || isDone(order, then)
    if (hasEnded && isLater && tells(order) && !isDone(order, 'told')) void tell(order)
  }
  setTimeout(goOn, 50)
}

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const order = request.url?.split('/').at(-1) ?? ''
    if (request.method === 'POST') {
      const isNew = !orders.has(order)
      const { accountNo, amountFen } = JSON.parse(Buffer.concat(chunks).toString()) as {
        accountNo: string
        amountFen: number
      }
      take(order, accountNo, amountFen)
      if (isNew && fateOf(order).isLost) {
        request.socket.destroy()
        return
      }
    }
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(answerAbout(order)))
  })
})
server.listen(Number(env('BANK_PORT')), '127.0.0.1', () => {
  goOn()
  process.send?.({ ready: true })
})
