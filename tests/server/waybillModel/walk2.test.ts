// The waybill machine against an independent oracle, the second half: random people, random moves, real PostgreSQL.
import { testWalks } from './walks.ts'

testWalks([33, 44], false)
