// The rules of a new password as a list that ticks off while people type, and how hard the password is to guess.
import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { passwordRules, passwordStrength, type PasswordOwner } from '@yunshu/domain/account/password'
import { loadedConfig } from '../../lib/config.ts'

const strengths = [
  ['弱', 'bad'],
  ['中', 'warn'],
  ['强', 'good'],
] as const

export function PasswordRules({ password, owner }: { password: string; owner: PasswordOwner }) {
  const rules = passwordRules(loadedConfig().passwordPolicy).map(rule => ({
    ...rule,
    isMet: password !== '' && rule.holds(password, owner),
  }))
  // a password that breaks a rule is refused however long it is
  const strength = rules.every(({ isMet }) => isMet) ? passwordStrength(password) : 0
  const [word, tone] = strengths[strength]
  return (
    <div className="account-rules">
      <ul aria-label="密码要求">
        {rules.map(({ key, text, isMet }) => (
          <li key={key} data-met={isMet}>
            {isMet ? <CheckCircleFilled aria-label="已满足" /> : <MinusCircleOutlined aria-label="未满足" />}
            {text}
          </li>
        ))}
      </ul>
      {password !== '' && (
        <div className="account-strength" data-tone={tone}>
          <meter aria-label="密码强度" min={0} max={3} value={strength + 1}>
            {word}
          </meter>
          <span aria-live="polite">强度：{word}</span>
        </div>
      )}
    </div>
  )
}
