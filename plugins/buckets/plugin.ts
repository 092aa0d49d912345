import { BucketMount } from '@typecase/plugin-sdk/mount'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { provide } from '@typecase/plugin-sdk/token'

import { canFact } from './can-fact.ts'
import { createBucketMount } from './bucket-mount.ts'

export default definePlugin({
  id: 'buckets',
  version: '1.0.0',
  api: 1,
  title: 'Buckets',
  description: 'Looks up the bucket of an address, and what you may do in it.',
  icon: 'database',
  order: 10,
  facts: [canFact],
  provides: [provide(BucketMount, createBucketMount)],
})
