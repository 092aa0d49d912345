import type { ErrorDetail } from '@typecase/contract/errors'
import { type Metafield, metafieldTypes } from '@typecase/contract/metafields'
import { addObject } from '@typecase/contract/objects'
import { addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { loadPatterns } from '@typecase/content/object/patterns'
import { serverProblems } from '@typecase/content/object/server-problems'
import { problemsOf } from '@typecase/content/object/validate'

/** Number of objects to try; `RULE_RUNS=5000` tries more. */
const RUNS = Number(process.env['RULE_RUNS'] ?? 300)

/** Maximum number of details in one answer of the server. */
const MAX_DETAILS = 20

const ruleSets: Partial<Metafield>[] = [
  {},
  { minlength: 2, maxlength: 4, min: 1, max: 2 },
  // The engines of browsers read the last one differently.
  { regex: '^[a-f]+$' },
  { regex: '/\\d/', regex_message: 'A digit is needed' },
  { regex: '^[[:alpha:]]+$' },
]

const isText = (type: string) => /text|markdown/.test(type)
const isChoice = (type: string) => /select|radio|check/.test(type)

const simple = metafieldTypes.filter((type) => type !== 'parent' && type !== 'repeater')

/** A field of each type under each set of rules that the type can have. */
const fieldsIn = (fieldKey: string): Metafield[] =>
  simple.flatMap((type) =>
    ruleSets
      .filter(({ regex }) => !regex || isText(type))
      .map((rules, index) => ({
        key: `${type}_${index}`,
        title: `${fieldKey} ${type} ${index}`,
        type,
        ...rules,
        ...(index === 1 && ['text', 'number', 'files'].includes(type) && { required: true }),
        ...(isChoice(type) && {
          options: ['a', 'b c'].map((value) =>
            type === 'select-dropdown' ? { key: `k-${value}`, value } : { value },
          ),
        }),
        ...(type === 'text' &&
          index === 1 && { show_when: { key: 'switch_0', op: 'eq' as const, value: 'true' } }),
      })),
  )

const fields: Metafield[] = [
  ...fieldsIn('Own'),
  { key: 'group', title: 'Group', type: 'parent', children: fieldsIn('Inner') },
  {
    key: 'rows',
    title: 'Rows',
    type: 'repeater',
    max: 2,
    required: true,
    repeater_fields: fieldsIn('Row'),
  },
]

const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    [],
    {},
    true,
    'true',
    0,
    1,
    2.5,
    -3,
    'a',
    'b c',
    'k-a',
    'face',
  ),
  fc.constantFrom<unknown>('#1a2b3c', '#12', '2026-02-28', '2026-02-30', '🍊', '{"a":1}', '{"a"'),
  fc.constantFrom<unknown>('one.jpg', 'one.jpg?rect=1', { key: 'k-a' }, { name: 'a.png' }, ['a']),
  fc.constantFrom<unknown>(['a', 'a', 'b c'], ['a', 5], '0123456789abcdef01234567', '123456'),
  fc.string({ maxLength: 6, unit: 'grapheme' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const some = (of: readonly Metafield[]) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...of.map(({ key }) => key)), value), {
      maxLength: 6,
      selector: ([key]) => key,
    })
    .map((entries) => Object.fromEntries<unknown>(entries))

const metadata = fc
  .tuple(
    some(fields.slice(0, -2)),
    fc.option(fc.oneof({ weight: 4, arbitrary: some(fieldsIn('')) }, value), { nil: undefined }),
    fc.option(
      fc.oneof(
        { weight: 4, arbitrary: fc.array(fc.oneof(some(fieldsIn('')), value), { maxLength: 3 }) },
        value,
      ),
      { nil: undefined },
    ),
  )
  // Normalizes to JSON.
  .map(([data, group, rows]) => JSON.parse(JSON.stringify({ ...data, group, rows })) as Values)
type Values = Record<string, unknown>

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts', fields)
  await loadPatterns(fields)
})
afterAll(() => server.remove())

/**
 * Describes a problem. The server names a key without a field by its path, which begins with `data.`; the prefix is
 * removed.
 */
const formatProblem = ({ path, message }: { path: string; message: string }) =>
  `${path}: ${message.replace(/^data\./, '')}`

async function refusals(status: string, values: Values): Promise<string[]> {
  const data = { type: 'posts', title: 'T', status, metadata: values }
  const answer = await server.send(addObject, { body: { slug: owner.bucket.slug, data } }, owner)
  if (answer.status < 300) return []
  const { code, details = [] } = answer.error() as { code: string; details?: ErrorDetail[] }
  expect(code).toBe('invalid')
  // This excludes rules that only the database can check.
  const ruleDetails = details.filter(({ rule }) => rule !== 'reference' && rule !== 'unique')
  return serverProblems(ruleDetails, fields).map(formatProblem)
}

const objectData = { slug: '', content: '', locale: null, thumbnail: null }

test(`the form reports the problems that the server refuses, with the same messages (${RUNS} objects)`, async () => {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(metadata, async (values) => {
      const problems = problemsOf(fields, {
        ...objectData,
        title: 'T',
        publish_at: null,
        unpublish_at: null,
        metadata: values,
      })
      const words = (canWait: boolean) =>
        problems.filter((problem) => canWait || !problem.canWait).map(formatProblem)
      const asDraft = await refusals('draft', values)
      if (asDraft.length < MAX_DETAILS) expect(words(false).toSorted()).toEqual(asDraft.toSorted())
      else expect(words(false)).toEqual(expect.arrayContaining(asDraft))
      const inPublic = await refusals('published', values)
      // The server reports broken rules first, and then looks for missing values in the rest.
      if (asDraft.length === 0 && inPublic.length < MAX_DETAILS)
        expect(words(true).toSorted()).toEqual(inPublic.toSorted())
      expect(inPublic.length > 0).toBe(words(true).length > 0)
      if (asDraft.length > 0) refused += 1
    }),
    { numRuns: RUNS },
  )
  expect(refused).toBeGreaterThan(RUNS / 10)
})
