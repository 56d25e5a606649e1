// The step between the press on 发布 and the publishing: everything that binds, read once, in the words of the people it
// goes to.
import { Modal } from 'antd'
import { useRef, useState } from 'react'
import type { Goods } from './publishForm.ts'
import { PublishSummary } from './PublishSummary.tsx'

interface Asked {
  readonly goods: Goods
  /** Things that were guessed and nobody looked at. */
  readonly unchecked: readonly string[]
  readonly answer: (isAgreed: boolean) => void
}

/** `ask` shows the goods and answers whether they are to be published; the form behind it stays as it is. */
export function usePublishAsk() {
  const [asked, setAsked] = useState<Asked>()
  const isOpen = useRef(false)
  const ask = (goods: Goods, unchecked: readonly string[]): Promise<boolean> => {
    if (isOpen.current) return Promise.resolve(false)
    isOpen.current = true
    return new Promise(resolve => {
      const answer = (isAgreed: boolean): void => {
        isOpen.current = false
        setAsked(undefined)
        resolve(isAgreed)
      }
      setAsked({ goods, unchecked, answer })
    })
  }
  return { ask, dialog: asked && <PublishAsk {...asked} /> }
}

function PublishAsk({ goods, unchecked, answer }: Asked) {
  return (
    <Modal
      open
      title="发布前核对"
      width={560}
      centered
      okText="确认发布"
      cancelText="返回修改"
      // a key held down since the form asks twice, but answers once
      okButtonProps={{ autoFocus: true, onKeyDown: event => event.repeat && event.preventDefault() }}
      onOk={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {unchecked.length > 0 && <p className="gd-missing">填入后还未核对：{unchecked.join('、')}</p>}
      <PublishSummary goods={goods} />
    </Modal>
  )
}
