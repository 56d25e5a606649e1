// Until when a carrier has to answer: a usual stretch, or a moment people choose.
import { Select } from 'antd'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { answerHours, type AnswerBy } from './answerBy.ts'

const ownTime = 0
const options = [
  ...answerHours.map(hours => ({
    value: hours as number,
    label: hours < 24 ? `${hours} 小时内` : `${hours / 24} 天内`,
  })),
  { value: ownTime, label: '指定时间' },
]

export function AnswerByInput({
  id,
  value,
  onChange,
}: {
  id: string
  value: AnswerBy
  onChange: (next: AnswerBy) => void
}) {
  return (
    <span className="tk-answer">
      <Select
        id={id}
        value={'hours' in value ? value.hours : ownTime}
        options={options}
        onChange={hours => onChange(hours === ownTime ? { at: undefined } : { hours })}
      />
      {'at' in value && <DateTimeInput aria-label="答复截止时间" value={value.at} onChange={at => onChange({ at })} />}
    </span>
  )
}
