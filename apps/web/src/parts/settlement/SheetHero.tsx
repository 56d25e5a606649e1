// The strip at the head of a settlement sheet: state, turn and due day, the parties, what is paid out, and the next step.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { urgeSettlement } from '@yunshu/contract/settlement/urge'
import { staleAfter } from '@yunshu/contract/topics'
import { debtStates } from '@yunshu/domain/debt'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { settlementStates, type SettlementState } from '@yunshu/domain/settlement/settlement'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { printCount } from '@yunshu/domain/figures/decimal'
import { useSession } from '../../lib/session.ts'
import { useSend } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero, type HeroProps } from '../../ui/record/Hero.tsx'
import type { LinePart } from '../../ui/record/heroLine.ts'
import { shortCompany } from '../../ui/shortCompany.ts'
import { StateTag } from '../../ui/StatusTag.tsx'
import { isTurnOf } from '../../ui/turn.ts'
import { awaitedText, toldUrge, urgeActs } from '../urge/urging.ts'
import { isUnpaid } from './DueDate.tsx'
import { sheetStateOf } from './sheetState.ts'
import { SheetInboxActs } from './SheetInboxActs.tsx'
import type { SheetDialogProps } from './sheetDialog.ts'
import { useSheetMoves } from './useSheetMoves.tsx'
import { takenOf } from './SheetAmounts.tsx'

/** States that wait for no person, in words. */
const waits: Readonly<Partial<Record<SettlementState, string>>> = {
  paying: '等待银行结果',
  partial: '等待处理失败的付款',
}

/** In an inbox the reader is the payer: who made it says more than who pays. */
const inboxLine = (sheet: SettlementDetail): readonly LinePart[] => [
  `${shortCompany(sheet.carrierName)} · 会计期间 ${periodText(sheet.period)} · 运单 ${printCount(sheet.lineCount)} 单 · 制单 ${sheet.maker}`,
]

/** The payer, the payee and the matter; in a narrow head the reader is not told of the own company. */
function lineOf(sheet: SettlementDetail, company: string | undefined): readonly LinePart[] {
  const [payer, payee] = [shortCompany(sheet.shipperName), shortCompany(sheet.carrierName)]
  return [
    ...(sheet.shipperName === company
      ? [{ wide: `${payer} → ` }, payee]
      : sheet.carrierName === company
        ? [payer, { wide: ` → ${payee}` }]
        : [`${payer} → ${payee}`]),
    ' · ',
    { wide: '会计期间 ' },
    periodText(sheet.period),
    ` · 运单 ${printCount(sheet.lineCount)} 单`,
  ]
}

/** 结算单, or 失败补付单 for one that pays again. */
export const sheetWord = ({ kind }: Pick<SettlementDetail, 'kind'>): string =>
  kind === 'FAILURE' ? '失败补付单' : '结算单'

/** The person who asked for giving up the debt a sheet left, and the time, by the history of the sheet; undefined where nothing waits. */
function debtAsked({ log }: Pick<SettlementDetail, 'log'>): { by: string; at: number } | undefined {
  const words = Object.values(debtStates.moves).map(({ label }): string => label)
  const [last] = log.filter(({ action }) => words.includes(action)).toSorted((a, b) => b.at - a.at)
  return last?.action === debtStates.moves.askWriteOff.label ? { by: last.by, at: last.at } : undefined
}

/** The cash paid out, or the debt of the carrier where there is none. */
function figureOf(sheet: SettlementDetail): HeroProps['figure'] {
  const { due, carriedOut } = sheet
  const cut = takenOf(sheet)
  const paid = <Money value={due} />
  const owed = <Money value={carriedOut} />
  if (due === 0 && carriedOut > 0) return { value: owed, label: '转欠款(元)', note: <>实付 {paid}</> }
  const note =
    carriedOut > 0 ? (
      <>转欠款 {owed}</>
    ) : cut === 0 ? (
      '无扣款'
    ) : (
      <>
        扣款 <Money value={cut} />
      </>
    )
  return { value: paid, label: '实付(元)', note }
}

interface SheetHeroProps {
  sheet: SettlementDetail
  onReload: () => void
  /** Acts of the page itself: printing. */
  more?: readonly RowAction[]
  /** It stands in an inbox, whose keys open its acts: called after each, with the words for who has it now. */
  onDone?: SheetDialogProps['onDone'] | undefined
}

const invalidates = staleAfter('settlement')

/** Also in the panel beside the list. */
export function SheetHero({ sheet, onReload, more = [], onDone }: SheetHeroProps) {
  const { state, dueAt } = sheet
  const asked = debtAsked(sheet)
  const company = useSession(({ info }) => info?.companyName)
  const moves = useSheetMoves({ sheet, onReload, onDone })
  const { acts, dialogs } = moves
  const { run, isBusy } = useSend(urgeSettlement, { invalidates, done: toldUrge })
  const awaited = awaitedText(sheet.awaits)
  const urge = urgeActs({
    awaits: sheet.awaits,
    urged: sheet.urged,
    isBusy,
    onUrge: () => void run({ settlementNum: sheet.settlementNum }),
  })
  const primary = acts.find(({ danger }) => !danger)
  const awaits = settlementStates.states[state].awaits
  const isTurn = useSession(session => isTurnOf(awaits, session)) && primary !== undefined
  const rest = [...urge, ...acts.filter(act => act !== primary), ...more]
  return (
    <Hero
      word={sheetWord(sheet)}
      name={sheet.settlementNum}
      tag={<StateTag state={sheetStateOf(sheet)} />}
      isTurn={isTurn}
      waits={awaited ?? waits[state] ?? (asked && '欠款核销等平台确认')}
      since={asked ? asked.at : sheet.stateSince}
      until={dueAt !== undefined && isUnpaid(state) ? { act: '付款', at: startOfDay(dueAt) + DAY_MS } : undefined}
      line={onDone ? inboxLine(sheet) : lineOf(sheet, company)}
      figure={figureOf(sheet)}
      acts={
        <>
          {onDone ? (
            <SheetInboxActs {...{ sheet, onReload, moves }} />
          ) : (
            <PageActions primary={primary} actions={rest} />
          )}
          {dialogs}
        </>
      }
    />
  )
}
