// The dialog of keys (?), drawn from the one table, with the switch for keys of one character.
import { Modal, Switch } from 'antd'
import { keyPlaces, keysAt, type KeyPlace } from '../../lib/keys.ts'
import { changePreferences, usePreferences } from '../preferences.ts'
import { closeHelp } from './open.ts'

/** Whether a face is that of a character; arrows are keys of their own. */
const isSingle = (cap: string): boolean => /^(?:Shift )?[!-~]$/.test(cap)

const places = Object.keys(keyPlaces) as KeyPlace[]

/** All keys of the portal, by the place where they hold. */
export default function HelpSheet() {
  const singleKeys = usePreferences(preferences => preferences.singleKeys)
  return (
    <Modal open title="快捷键" footer={null} onCancel={closeHelp} width={720} centered>
      <div className="keys-switch">
        <Switch
          id="single-keys"
          checked={singleKeys}
          onChange={checked => changePreferences({ singleKeys: checked })}
        />
        <label htmlFor="single-keys">单键快捷键（字母与符号；关闭后只留 Ctrl、Enter、Esc 与方向键）</label>
      </div>
      <div className="keys">
        {places.map(place => (
          <section key={place} aria-labelledby={`keys-${place}`}>
            <h3 id={`keys-${place}`}>{keyPlaces[place]}</h3>
            <dl>
              {keysAt(place).map(([name, { does, caps }]) => (
                <div key={name}>
                  <dt>{does}</dt>
                  <dd>
                    {caps.map(cap => (
                      <kbd key={cap} data-off={!singleKeys && isSingle(cap)}>
                        {cap}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
