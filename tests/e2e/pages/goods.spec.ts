// Screens everybody begins with, and those of goods and tasks, on a desk and on a phone.
import { lookAt } from './look.ts'

lookAt('goods')
