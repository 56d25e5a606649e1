// The waybill machine against an independent oracle, the first half: random people, random moves, real PostgreSQL.
import { testWalks } from './walks.ts'

testWalks([11, 22], true)
