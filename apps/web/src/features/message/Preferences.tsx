// The way each kind of message reaches the person: one choice per kind, saved as soon as it is made.
import { getPreferences, setPreferences } from '@yunshu/contract/message/message'
import {
  messageKindKeys,
  messageKinds,
  messageModes,
  type MessageKind,
  type MessageMode,
} from '@yunshu/domain/message/kinds'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useMobile } from '../../lib/useMobile.ts'
import { changeAnswer, useCall, useSend } from '../../lib/useCall.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

const modeKeys = Object.keys(messageModes) as MessageMode[]
/** Headings that fit a phone; the whole words are read aloud. */
const shortModes: Readonly<Record<MessageMode, string>> = { all: '弹出提醒', inbox: '仅消息中心', none: '不接收' }

export function Preferences({ onClose }: { onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(getPreferences, {}, { quiet: true })
  const [chosen, setChosen] = useState<Partial<Record<MessageKind, MessageMode | undefined>>>({})
  const { run } = useSend(setPreferences, {
    invalidates: [getPreferences],
    // the kept answer changes with the write: opened again at once, the settings show the new choice
    done: (_, { modes }) => changeAnswer(getPreferences, {}, old => ({ modes: { ...old.modes, ...modes } })),
  })
  const choose = async (kind: MessageKind, mode: MessageMode): Promise<void> => {
    setChosen(old => ({ ...old, [kind]: mode }))
    const saved = await run({ modes: { [kind]: mode } })
    // refused: the server's choice is shown again
    if (saved === undefined) setChosen(old => ({ ...old, [kind]: data?.modes[kind] }))
  }
  return (
    <Drawer open title="消息设置" size={isMobile ? '100%' : 480} onClose={onClose}>
      <p className="ys-weak">
        按类型选择接收方式，改动立即生效。支付与系统消息不能关闭；合作邀请、权限变更和系统更新始终弹出。
      </p>
      {error ? (
        <ErrorState
          error={error}
          retry={() => {
            void refetch()
          }}
        />
      ) : !data ? (
        <Skeleton lines={12} />
      ) : (
        <table className="notice-modes">
          <thead>
            <tr>
              <th scope="col">类型</th>
              {modeKeys.map(mode => (
                <th key={mode} scope="col" title={messageModes[mode]}>
                  {shortModes[mode]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {messageKindKeys.map(kind => (
              <tr key={kind}>
                <th scope="row">{messageKinds[kind].label}</th>
                {modeKeys.map(mode => (
                  <td key={mode}>
                    <input
                      type="radio"
                      name={`mode-${kind}`}
                      aria-label={`${messageKinds[kind].label}：${messageModes[mode]}`}
                      checked={(chosen[kind] ?? data.modes[kind]) === mode}
                      disabled={mode === 'none' && messageKinds[kind].isKept}
                      onChange={() => {
                        void choose(kind, mode)
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  )
}
