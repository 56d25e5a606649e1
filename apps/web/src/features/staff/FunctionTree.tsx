// The permits a position may hold, by subject, to tick: what its holders may see, and what they may change.
import { permits, type Permit } from '@yunshu/domain/permits/permits'
import { Button, Checkbox } from 'antd'

interface FunctionTreeProps {
  offered: readonly Permit[]
  value: readonly Permit[]
  disabled: boolean
  onChange: (next: readonly Permit[]) => void
}

/** Permits that let their holder look at something and change nothing say so in their name. */
const isLook = (permit: Permit): boolean => /^(查看|回放)/.test(permits[permit].label)

/** Ticking a subject ticks all in it. */
export function FunctionTree({ offered, value, disabled, onChange }: FunctionTreeProps) {
  const groups = [...new Set(offered.map(permit => permits[permit].group))]
  const held = new Set(value.filter(permit => offered.includes(permit)))
  const put = (which: readonly Permit[], isOn: boolean): void =>
    onChange(offered.filter(permit => (which.includes(permit) ? isOn : held.has(permit))))
  return (
    <>
      {!disabled && (
        <p className="ys-weak">
          已选 {held.size} / {offered.length} 项{' '}
          <Button type="link" size="small" onClick={() => onChange(offered)}>
            全选
          </Button>
          <Button type="link" size="small" onClick={() => onChange([])}>
            清空
          </Button>
        </p>
      )}
      <div className="role-groups">
        {groups.map(group => {
          const own = offered.filter(permit => permits[permit].group === group)
          const count = own.filter(permit => held.has(permit)).length
          return (
            <fieldset key={group} className="role-group">
              <legend>
                <Checkbox
                  disabled={disabled}
                  checked={count === own.length}
                  indeterminate={count > 0 && count < own.length}
                  onChange={({ target }) => put(own, target.checked)}
                >
                  {group}
                </Checkbox>
              </legend>
              <Verb name="可看" of={own.filter(isLook)} {...{ held, disabled, put }} />
              <Verb name="可改" of={own.filter(permit => !isLook(permit))} {...{ held, disabled, put }} />
            </fieldset>
          )
        })}
      </div>
    </>
  )
}

interface VerbProps {
  name: string
  of: readonly Permit[]
  held: ReadonlySet<Permit>
  disabled: boolean
  put: (which: readonly Permit[], isOn: boolean) => void
}

function Verb({ name, of, held, disabled, put }: VerbProps) {
  if (of.length === 0) return null
  return (
    <div className="role-verb">
      <span className="ys-weak">{name}</span>
      <div>
        {of.map(permit => (
          <Checkbox
            key={permit}
            disabled={disabled}
            checked={held.has(permit)}
            onChange={({ target }) => put([permit], target.checked)}
          >
            {permits[permit].label}
          </Checkbox>
        ))}
      </div>
    </div>
  )
}
