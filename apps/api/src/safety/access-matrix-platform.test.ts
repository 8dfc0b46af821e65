import { describeAccess } from '#testing/access-matrix.ts'

describeAccess('admin')
