// Steps that each want another person, and whether the people who may take them are enough.

/** True when people can take one step each; `holders` are those who may take each step. */
export function haveOneEach(holders: readonly (readonly string[])[]): boolean {
  const [first, ...rest] = holders
  if (first === undefined) return true
  return first.some(person => haveOneEach(rest.map(each => each.filter(other => other !== person))))
}
