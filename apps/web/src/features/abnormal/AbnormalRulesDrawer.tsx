// The rules by which a branch's vehicles are found abnormal, with how often each was right.
import { listAbnormalRules, saveAbnormalRule, type AbnormalRuleRow } from '@yunshu/contract/abnormal/abnormal'
import { staleAfter } from '@yunshu/contract/topics'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { isHelpKind } from '@yunshu/domain/track/drivingAlarms'
import { Button, Drawer, InputNumber, Switch } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Section } from '../../ui/Facts.tsx'
import { useReopen } from '../../ui/form/Reopens.tsx'
import { useLeaving } from '../../ui/form/useLeaving.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

const invalidates = staleAfter('abnormal')

type RuleTyped = Pick<AbnormalRuleRow, 'isOn' | 'minutes'>
interface Typed extends Readonly<Record<string, unknown>> {
  /** By kind, those that differ. */
  readonly rules: Readonly<Record<string, RuleTyped>>
}
const noneTyped: Typed = { rules: {} }

export function AbnormalRulesDrawer({ onClose }: { onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(listAbnormalRules, {}, { quiet: true })
  const { typed, type, draft } = useTyped({ call: saveAbnormalRule, fixed: {}, title: '定位规则' }, noneTyped)
  const { leave, question } = useLeaving(draft.park, onClose, useReopen())
  const change = ({ kind, isOn, minutes }: AbnormalRuleRow, next: RuleTyped | undefined): void => {
    const { [kind]: _former, ...others } = typed.rules
    const isSame = next === undefined || (next.isOn === isOn && next.minutes === minutes)
    type({ rules: isSame ? others : { ...others, [kind]: next } })
  }
  return (
    <Drawer open title="定位规则" size={isMobile ? '100%' : 480} onClose={leave} mask={{ closable: false }}>
      {draft.notice}
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        data.rows.map(row => (
          <Rule key={row.kind} row={row} typed={typed.rules[row.kind]} onChange={next => change(row, next)} />
        ))
      ) : (
        <Skeleton />
      )}
      {question}
    </Drawer>
  )
}

interface RuleProps {
  row: AbnormalRuleRow
  /** Undefined while it is as the server has it. */
  typed: RuleTyped | undefined
  onChange: (next: RuleTyped | undefined) => void
}

function Rule({ row, typed, onChange }: RuleProps) {
  const { label, hint, least, most } = abnormalKinds[row.kind]
  const { isOn, minutes } = typed ?? row
  const { run, isBusy } = useSend(saveAbnormalRule, {
    invalidates,
    done: () => {
      onChange(undefined)
      toast.success('已保存')
    },
  })
  const rate = row.found === 0 ? '近 30 天没有出现' : `近 30 天 ${row.found} 次，误报 ${row.falseAlarms} 次`
  return (
    <Section title={label}>
      <p>{hint}</p>
      <p>{rate}</p>
      <p>
        <Switch
          checked={isOn}
          disabled={isHelpKind(row.kind)}
          onChange={next => onChange({ isOn: next, minutes })}
          aria-label={`启用${label}`}
          checkedChildren="启用"
          unCheckedChildren="停用"
        />{' '}
        {most > 0 && (
          <InputNumber
            value={minutes}
            min={least}
            max={most}
            onChange={next => onChange({ isOn, minutes: next ?? row.minutes })}
            aria-label={`${label}的分钟数`}
            suffix="分钟"
          />
        )}{' '}
        <Button
          disabled={typed === undefined || isBusy}
          onClick={() => void run({ kind: row.kind, version: row.version, isOn, minutes })}
        >
          保存
        </Button>
      </p>
    </Section>
  )
}
