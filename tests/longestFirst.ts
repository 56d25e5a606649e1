// The order of test files: the long ones begin first, so that no worker is left with one while the others are done.
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node'

/**
 * The order that puts the files of these paths first, path by path, and the others as usual; gives way to
 * `--sequence.shuffle`.
 */
export function longestFirst(...paths: readonly string[]): { sequencer?: TestSequencerConstructor } {
  // a sequencer of the configuration would win over the command line
  if (process.argv.some(word => word.startsWith('--sequence.shuffle'))) return {}
  const turn = ({ moduleId }: TestSpecification): number => {
    const at = paths.findIndex(path => moduleId.includes(path))
    return at < 0 ? paths.length : at
  }
  class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((a, b) => turn(a) - turn(b))
    }
  }
  return { sequencer: LongestFirst }
}
