// Inputs of figures: people type text, the form holds the domain value, and text that cannot be read keeps its fault.
import { parseYuan, printMoney, PPM, type Fen } from '@yunshu/domain/figures/money'
import { type QuantityMode, quantityModes } from '@yunshu/domain/goods/goods'
import { parseQuantity, quantityNumber } from '@yunshu/domain/goods/quantity'
import { printDecimal, readDecimal } from '@yunshu/domain/figures/decimal'
import { plainFigure } from '@yunshu/domain/figures/looseText'
import { parseUnitPrice, printUnitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { parseVolume, printVolume, volume } from '@yunshu/domain/figures/volume'
import { parseTons, printTons, type Grams } from '@yunshu/domain/figures/weight'
import { useState, type FocusEvent } from 'react'
import { LateInput } from './LateInput.tsx'
import { isUnreadable, type Unreadable } from './unreadable.ts'

/** Props of every field of a form; Field gives `value` and `onChange`. */
export interface FieldProps<T> {
  id?: string
  value?: T | Unreadable | undefined
  onChange?: (next: T | Unreadable | undefined) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}

interface Reading<T> {
  read: (text: string) => T | undefined
  print: (value: T) => string
  fault: string
  unit?: string
}

/** A text input over a domain value. The text stays as typed until the field is left. */
export function FigureInput<T>({
  value,
  onChange,
  onBlur,
  read,
  print,
  fault,
  unit,
  ...rest
}: FieldProps<T> & Reading<T>) {
  const [typed, setTyped] = useState<string>()
  const held = isUnreadable(value) ? value.unreadable : value === undefined || value === null ? '' : print(value)
  // the typed text is shown while it still means the value held (a reset or another record shows its own)
  const isTyped =
    typed !== undefined && (isUnreadable(value) ? typed === value.unreadable : samePrint(typed, held, read, print))
  const change = (text: string): void => {
    setTyped(text)
    const clean = plainFigure(text)
    if (clean === '') onChange?.(undefined)
    else onChange?.(read(clean) ?? { unreadable: text, fault })
  }
  return (
    <LateInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="ys-figure-input"
      value={isTyped ? typed : held}
      suffix={unit}
      onChange={change}
      onBlur={event => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

function samePrint<T>(
  typed: string,
  held: string,
  read: (text: string) => T | undefined,
  print: (value: T) => string,
): boolean {
  const value = read(plainFigure(typed))
  return value === undefined ? held === '' && plainFigure(typed) === '' : print(value) === held
}

/** Amount in yuan with commas and two decimals, held as fen. */
export const MoneyInput = (props: FieldProps<Fen>) => (
  <FigureInput {...props} read={parseYuan} print={printMoney} fault="金额格式不正确，最多两位小数" unit="元" />
)
MoneyInput.holds = 'fen'

const readLitres = (text: string): number | undefined => readDecimal(text, 2)
const printLitres = (value: number): string => printDecimal(value, 2)
/** Litres, held as hundredths of one. */
export const LitresInput = (props: FieldProps<number>) => (
  <FigureInput {...props} read={readLitres} print={printLitres} fault="升数格式不正确，最多两位小数" unit="升" />
)

/** Price per unit in yuan, four decimals. `unit` is the pricing's label, for example 元/吨. */
export const UnitPriceInput = ({ unit = '元', ...props }: FieldProps<UnitPrice> & { unit?: string }) => (
  <FigureInput
    {...props}
    read={parseUnitPrice}
    print={printUnitPrice}
    fault="单价格式不正确，最多四位小数"
    unit={unit}
  />
)

/** Weight in tons, held as grams. */
export const WeightInput = (props: FieldProps<Grams>) => (
  <FigureInput
    {...props}
    read={parseTons}
    print={printTons}
    fault="重量格式不正确，以吨为单位，最多六位小数"
    unit="吨"
  />
)

const readVolume = (text: string): number | undefined => parseVolume(text)
const printCubic = (value: number): string => printVolume(volume(value))
/** Volume in cubic metres, held as 10⁻⁴ m³. */
export const VolumeInput = (props: FieldProps<number>) => (
  <FigureInput {...props} read={readVolume} print={printCubic} fault="体积格式不正确，最多四位小数" unit="方" />
)

/** Quantity in the unit of its mode. */
export function QuantityInput({ mode, ...props }: FieldProps<number> & { mode: QuantityMode }) {
  const { unit } = quantityModes[mode]
  return (
    <FigureInput
      {...props}
      read={text => parseQuantity(mode, text)}
      print={qty => quantityNumber(mode, qty)}
      fault="数量格式不正确，须大于0"
      unit={unit}
    />
  )
}

const percentDecimals = 4 // a percent is 10 000 ppm
const readPercent = (text: string): number | undefined => {
  const ppm = readDecimal(text.replace(/%$/, ''), percentDecimals)
  return ppm !== undefined && ppm >= 0 && ppm <= PPM ? ppm : undefined
}
const printPercent = (ppm: number): string => printDecimal(ppm, percentDecimals, 0)
/** Share in percent from 0 to 100, held as ppm. */
export const PercentInput = (props: FieldProps<number>) => (
  <FigureInput {...props} read={readPercent} print={printPercent} fault="比例应在0至100之间" unit="%" />
)

const readWhole = (text: string): number | undefined => readDecimal(text, 0)
/** A whole number. */
export const WholeInput = ({ unit, ...props }: FieldProps<number> & { unit?: string }) => (
  <FigureInput {...props} read={readWhole} print={String} fault="应为整数" {...(unit === undefined ? {} : { unit })} />
)
