import { describeAccess } from '#testing/access-matrix.ts'

await describeAccess('admin')
