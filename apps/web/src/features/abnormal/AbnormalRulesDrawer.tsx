// The rules by which a branch's vehicles are found abnormal, with how often each was right.
import { listAbnormalRules, saveAbnormalRule, type AbnormalRuleRow } from '@yunshu/contract/abnormal/abnormal'
import { staleAfter } from '@yunshu/contract/topics'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { Button, Drawer, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Section } from '../../ui/Facts.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

const invalidates = staleAfter('abnormal')

export function AbnormalRulesDrawer({ onClose }: { onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(listAbnormalRules, {}, { quiet: true })
  return (
    <Drawer open title="定位规则" size={isMobile ? '100%' : 480} onClose={onClose}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        data.rows.map(row => <Rule key={`${row.kind} ${row.version}`} row={row} />)
      ) : (
        <Skeleton />
      )}
    </Drawer>
  )
}

function Rule({ row }: { row: AbnormalRuleRow }) {
  const { label, hint, least, most } = abnormalKinds[row.kind]
  const [isOn, setOn] = useState(row.isOn)
  const [minutes, setMinutes] = useState(row.minutes)
  const { run, isBusy } = useSend(saveAbnormalRule, { invalidates, done: () => toast.success('已保存') })
  const isSame = isOn === row.isOn && minutes === row.minutes
  const rate = row.found === 0 ? '近 30 天没有出现' : `近 30 天 ${row.found} 次，误报 ${row.falseAlarms} 次`
  return (
    <Section title={label}>
      <p>{hint}</p>
      <p>{rate}</p>
      <p>
        <Switch
          checked={isOn}
          onChange={setOn}
          aria-label={`启用${label}`}
          checkedChildren="启用"
          unCheckedChildren="停用"
        />{' '}
        {most > 0 && (
          <InputNumber
            value={minutes}
            min={least}
            max={most}
            onChange={next => setMinutes(next ?? row.minutes)}
            aria-label={`${label}的分钟数`}
            suffix="分钟"
          />
        )}{' '}
        <Button
          disabled={isSame || isBusy}
          onClick={() => void run({ kind: row.kind, version: row.version, isOn, minutes })}
        >
          保存
        </Button>
      </p>
    </Section>
  )
}
