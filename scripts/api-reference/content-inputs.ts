import type { ExampleInputs } from './example-input.ts'
import type { Fixture } from './fixture.ts'

const inBucket = ({ tenant: { slug } }: Fixture) => ({ params: { slug } })
const object = ({ tenant: { slug, objectId: id } }: Fixture) => ({ params: { slug, id } })
const media = ({ tenant: { slug, mediaId: id } }: Fixture) => ({ params: { slug, id } })
const reasons = { prompt: 'Name a lighthouse magazine.' }

/** Inputs for the content API and for files. */
export const contentInputs: ExampleInputs = {
  'content.objects.find': (fixture) => ({
    ...inBucket(fixture),
    query: { type: 'posts', props: 'id,slug,title,metadata', limit: 2 },
  }),
  'content.objects.findOne': (fixture) => ({ ...object(fixture), query: { media: 'full' } }),
  'content.objects.insert': (fixture) => ({
    ...inBucket(fixture),
    body: { type: 'posts', title: 'Lamp oil', metadata: { text: 'Whale, colza, paraffin.' } },
  }),
  'content.objects.update': (fixture) => ({
    ...object(fixture),
    body: { metadata: { text: 'The boats come in at seven.' } },
  }),
  'content.objects.batch': (fixture) => ({
    ...inBucket(fixture),
    body: {
      operations: [
        { method: 'add', object: { type: 'posts', title: 'Wicks' } },
        { method: 'edit', object_id: fixture.tenant.objectId, object: { title: 'The harbour' } },
      ],
    },
  }),
  'content.revisions.insert': (fixture) => ({
    ...object(fixture),
    body: { title: 'The harbour at dawn' },
  }),
  'content.metafields.update': (fixture) => ({
    ...object(fixture),
    body: { metafields: [{ key: 'text', value: 'The boats stay out.' }] },
  }),
  'content.metafields.updateOne': ({ tenant: { slug, objectId: id } }) => ({
    params: { slug, id, key: 'text' },
    body: { value: 'The boats stay out.' },
  }),
  'content.objectTypes.insert': (fixture) => ({
    ...inBucket(fixture),
    body: {
      title: 'Authors',
      singular: 'Author',
      metafields: [{ key: 'bio', title: 'Bio', type: 'textarea' }],
    },
  }),
  'content.objectTypes.update': ({ tenant: { slug, typeSlug: type_slug } }) => ({
    params: { slug, type_slug },
    body: { title: 'Stories' },
  }),
  'content.media.insert': (fixture) => ({
    ...inBucket(fixture),
    form: { media: { name: 'pier.png', bytes: fixture.png }, alt_text: 'A pier in four colours' },
  }),
  'content.media.update': (fixture) => ({
    ...media(fixture),
    body: { title: 'The harbour', alt_text: 'Boats in the harbour' },
  }),
  'content.ai.text': (fixture) => ({ ...inBucket(fixture), body: reasons }),
  'content.ai.image': (fixture) => ({
    ...inBucket(fixture),
    body: { prompt: 'A lighthouse at dusk, as a woodcut' },
  }),
  'mediaFiles.get': ({ mediaName: name }) => ({
    params: { name },
    query: { w: 400, auto: 'format' },
  }),
  'mediaFiles.getSigned': ({ mediaName: name }) => ({
    params: { name, signature: 'SIGNATURE' },
  }),
}
