// The wall between companies over the first quarter of all calls: whoever asks for another company's record gets the
// answer of one that does not exist.
import { testWall } from './wall.ts'

testWall(0)
