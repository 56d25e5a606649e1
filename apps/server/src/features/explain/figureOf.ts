// Fields that name the amount asked about; one that is missing is refused with its word.
import { wrongField } from '../../http/fieldFault.ts'

/** The figure asked about, which the record has to have. */
export function figureOf<T extends object>(table: T, figure: string | undefined): keyof T & string {
  const found = Object.keys(table).find(key => key === figure)
  if (found === undefined || !isKey(table, found)) throw wrongField('figure', '请选择金额')
  return found
}
const isKey = <T extends object>(table: T, key: string): key is keyof T & string => Object.hasOwn(table, key)

/** A field the amount asked about is named by. */
export function givenField<V>(name: string, value: V | undefined): V {
  if (value === undefined) throw wrongField(name, '不能为空')
  return value
}
