// The name of a line: its two cities.
import { namesInCodes } from '@yunshu/regions/codeTable'
import { loadRegions } from '@yunshu/regions/load'

/** A line of two divisions by their first four digits, in words; the code itself where no division has it. */
export function lineName(line: string): string {
  const { codes } = loadRegions()
  const nameOf = (digits = ''): string => namesInCodes(codes, `${digits}00`).at(-1) ?? digits
  const [load, unload] = line.split('-')
  return `${nameOf(load)} → ${nameOf(unload)}`
}
