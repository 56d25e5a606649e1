// The text of a message beside its title, without the words the title says already.

/**
 * 运单装货发车 over 运单 YD…（冀AY1042）装货发车 leaves YD…（冀AY1042）: the title's first words at the start of the text
 * and its others behind the record's brackets. A text that tells its matter in other words stays whole.
 */
export function saidOnce(title: string, text: string): string {
  for (let at = title.length - 1; at > 0; at--) {
    const [head, tail] = [title.slice(0, at), title.slice(at)]
    const behind = `）${tail}`
    const end = text.indexOf(behind)
    if (!text.startsWith(`${head} `) || end < 0) continue
    const rest = text.slice(end + behind.length)
    if (rest === '' || rest.startsWith('：') || rest.startsWith('，'))
      return text.slice(head.length + 1, end + 1) + rest
  }
  return text
}
