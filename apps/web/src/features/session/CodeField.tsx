// The second step of a login: the code of the app, or one of the recovery codes when the phone is gone.
import { useEffect, useRef, useState } from 'react'

interface CodeFieldProps {
  code: string
  onChange: (code: string) => void
  /** Counts the refusals: after each the code is chosen, to be typed over. */
  refusals: number
  /** A lock holds, which a code of those who have one opens. */
  isOptional: boolean
}

export function CodeField({ code, onChange, refusals, isOptional }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOptional && !isRecovery) return
    box.current?.focus()
    box.current?.select()
  }, [refusals, isRecovery, isOptional])
  const other = (): void => {
    setRecovery(!isRecovery)
    onChange('')
  }
  return (
    <div className="plain-field">
      <label htmlFor="login-code">{isRecovery ? '恢复码' : '动态验证码'}</label>
      <input
        id="login-code"
        ref={box}
        name="code"
        value={code}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        required={!isOptional}
        aria-describedby="login-code-hint"
      />
      <p id="login-code-hint" className="plain-hint login-code-hint">
        {isOptional && '已启用动态验证码的账号，与密码一并填写即可登录。'}
        {isRecovery ? '启用动态验证码时保存的恢复码，每个只能使用一次' : '打开手机上的验证器应用，输入 6 位动态码'}
        <button type="button" onClick={other}>
          {isRecovery ? '使用动态验证码' : '手机不在身边？使用恢复码'}
        </button>
      </p>
    </div>
  )
}
