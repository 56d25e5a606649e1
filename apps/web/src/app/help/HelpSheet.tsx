// The sheet of shortcuts (?), with the switch for single-key ones.
import { Modal, Switch } from 'antd'
import { prefer, usePreferences } from '../preferences.ts'
import { closeHelp } from './open.ts'

const keys: readonly (readonly [string, readonly string[]])[] = [
  ['打开搜索', ['S', 'Ctrl K', '⌘ K']],
  ['关闭搜索、弹窗', ['Esc']],
  ['快捷键一览', ['?']],
  ['在标签页之间移动', ['←', '→', 'Home', 'End']],
  ['打开选中的标签页', ['Enter']],
  ['关闭选中的标签页', ['Delete', '鼠标中键']],
  ['刷新当前标签页', ['双击标签']],
  ['标签页菜单', ['右键']],
  ['列表查询', ['Enter']],
  ['提交表单', ['Ctrl Enter', '⌘ Enter']],
  ['列表：下一行、上一行', ['J', 'K']],
  ['列表：勾选当前行', ['X']],
  ['列表：勾选到当前行', ['Shift X']],
  ['列表：打开当前行', ['Enter']],
  ['列表：填写条件', ['/']],
  ['列表：导出', ['E']],
]

/** All shortcuts of the shell. */
export default function HelpSheet() {
  const singleKeys = usePreferences(preferences => preferences.singleKeys)
  return (
    <Modal open title="快捷键" footer={null} onCancel={closeHelp} width={460} centered>
      <dl className="facts keys">
        {keys.map(([what, caps]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {caps.map(cap => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="keys-switch">
        <Switch id="single-keys" checked={singleKeys} onChange={checked => prefer({ singleKeys: checked })} />
        <label htmlFor="single-keys">启用单键快捷键（S、?）</label>
      </div>
    </Modal>
  )
}
