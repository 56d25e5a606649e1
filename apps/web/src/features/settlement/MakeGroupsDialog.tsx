// Sheets of several carriers at once: what they come to, and after the press the sheet or the reason of each.
import { listUrl } from '@yunshu/contract/screens/screens'
import { makeGroupSettlement, type SettleableGroup } from '@yunshu/contract/settlement/settleableGroup'
import { Button, Input, Modal, Progress } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useDirty } from '../../lib/dirty.ts'
import { Failure, isPassing } from '../../lib/errors.ts'
import { refreshCalls } from '../../lib/queryClient.ts'
import { useSend } from '../../lib/useCall.ts'
import { randomUuid } from '../../lib/uuid.ts'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { faultOfWrite } from '../../ui/WriteDialog.tsx'
import { cashOf, cashOfAll, countText, groupKey, odditiesOfGroup } from './groupColumns.tsx'
import { settlementUrl } from './settlementColumns.tsx'
import { sheetCalls } from '../../parts/settlement/sheetDialog.ts'

type Result = { readonly sheet: string } | { readonly fault: string; readonly isPassing: boolean }

/** Makes the sheets one after another. @returns the results so far, whether it runs, and how to begin or go on */
function useMaking({ groups, bound, isAdvance }: Omit<MakeGroupsDialogProps, 'onClose'>, remark: string) {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const { submit } = useSend(makeGroupSettlement, { quiet: true })
  // one for each group, whatever was sent meanwhile: a lost answer must not make a second sheet
  const keys = useRef(new Map<string, string>())
  const note = (group: SettleableGroup, result: Result): void =>
    setResults(old => new Map(old).set(groupKey(group), result))
  const run = async (): Promise<void> => {
    setRunning(true)
    try {
      for (const group of groups) {
        const known = results.get(groupKey(group))
        if (known && !('isPassing' in known && known.isPassing)) continue
        const { shipperId, carrierId, bookId, stamp, owed } = group
        const idempotencyKey = keys.current.get(groupKey(group)) ?? randomUuid()
        keys.current.set(groupKey(group), idempotencyKey)
        try {
          const { settlementNum } = await submit(
            {
              shipperId,
              carrierId,
              bookId,
              stamp,
              owed,
              ...(isAdvance ? { advance: true } : {}),
              ...(bound === undefined ? {} : { bound }),
              ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
            },
            { idempotencyKey },
          )
          note(group, { sheet: settlementNum })
        } catch (error) {
          const fault = faultOfWrite(error)
          if (!fault) return
          note(group, { fault: fault.message, isPassing: fault instanceof Failure || isPassing(fault) })
          // nobody knows what the network does with the next one
          if (fault instanceof Failure) return
        }
      }
    } finally {
      setRunning(false)
      void refreshCalls(sheetCalls.map(({ path }) => path))
    }
  }
  return { results, isRunning, run }
}

/** The remark written on each sheet; it is kept until all of them are made. */
function useRemark() {
  const { typed, type, draft } = useTyped(
    { call: makeGroupSettlement, fixed: {}, title: '生成结算单', isPage: true },
    { remark: '' },
  )
  const field = (
    <>
      {draft.notice}
      <Input
        aria-label="备注"
        placeholder="备注（选填，每张都写上，最多 200 字）"
        maxLength={200}
        value={typed.remark}
        onChange={event => type({ remark: event.target.value })}
      />
    </>
  )
  return { remark: typed.remark, field, forget: draft.forget }
}

interface MakeGroupsDialogProps {
  /** They are of advances. */
  isAdvance: boolean
  groups: readonly SettleableGroup[]
  /** Of the answer they stood in. */
  bound: string | undefined
  onClose: () => void
}

/** `groups` as the person saw them: a sheet is made of exactly these waybills, or the row says why not. */
export function MakeGroupsDialog({ groups, bound, isAdvance, onClose }: MakeGroupsDialogProps) {
  const { remark, field, forget } = useRemark()
  const { results, isRunning, run } = useMaking({ groups, bound, isAdvance }, remark)
  useDirty(isRunning)
  const made = [...results.values()].filter(result => 'sheet' in result).length
  const isBegun = results.size > 0
  const refused = [...results.values()].filter(result => 'isPassing' in result && !result.isPassing).length
  const left = groups.length - made - refused
  const close = (): void => {
    if (isBegun && left === 0) forget()
    onClose()
  }
  return (
    <Modal
      open
      width={640}
      title={`生成 ${groups.length} 张结算单`}
      onCancel={close}
      closable={!isRunning}
      keyboard={!isRunning}
      mask={{ closable: false }}
      footer={
        <>
          <Button disabled={isRunning} onClick={close}>
            {isBegun ? '关闭' : '取消'}
          </Button>
          {left > 0 && (
            <Button type="primary" loading={isRunning} onClick={() => void run()}>
              {isBegun ? `再试未生成的 ${left} 张` : `生成 ${groups.length} 张结算单`}
            </Button>
          )}
        </>
      }
    >
      {isBegun ? (
        <output className="st-groups-sum">
          <span>
            已生成 {made} / {groups.length} 张
            {made > 0 && !isRunning && (
              <>
                ，
                <Link to={listUrl('SettlementList', { state: 'draft' })} onClick={close}>
                  去提交审核
                </Link>
              </>
            )}
          </span>
          <Progress percent={Math.round((results.size / groups.length) * 100)} showInfo={false} size="small" />
        </output>
      ) : (
        <p className="st-groups-sum">
          共 {groups.reduce((count, group) => count + group.count, 0)} 笔分期，实付合计{' '}
          <Money strong value={cashOfAll(groups)} /> 元。每家承运商一张结算单。
        </p>
      )}
      <ul className="st-groups">
        {groups.map(group => (
          <GroupLine
            key={groupKey(group)}
            group={group}
            result={results.get(groupKey(group))}
            onLeave={isRunning ? undefined : close}
          />
        ))}
      </ul>
      {!isBegun && field}
    </Modal>
  )
}

interface GroupLineProps {
  group: SettleableGroup
  result: Result | undefined
  /** Absent while sheets are being made: the page stays until all are told. */
  onLeave: (() => void) | undefined
}

function GroupLine({ group, result, onLeave }: GroupLineProps) {
  const said = odditiesOfGroup(group)
  return (
    <li>
      <span>
        {group.carrierName}
        <small className="ys-weak">
          {countText(group)}
          {said.length > 0 && <b className="st-barred"> {said.join('、')}</b>}
        </small>
      </span>
      {result === undefined ? (
        <Money value={cashOf(group).cash} />
      ) : 'sheet' in result && onLeave === undefined ? (
        <span>{result.sheet}</span>
      ) : 'sheet' in result ? (
        <Link to={settlementUrl(result.sheet)} onClick={onLeave}>
          {result.sheet}
        </Link>
      ) : (
        <span className="ys-fault">{result.fault}</span>
      )}
    </li>
  )
}
