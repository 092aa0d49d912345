/**
 * Records the model's answers to the sentences of the corpus, and reports which are correct. Run it by hand:
 * `RECORD_BASE_URL=https://host/v1 RECORD_API_KEY=… RECORD_MODEL=… npx --no node scripts/record-sentences.ts`
 */
import { runStep } from './run-step.ts'

const needed = ['RECORD_BASE_URL', 'RECORD_MODEL'].filter((name) => !process.env[name])
if (needed.length > 0) {
  process.stderr.write(`Set ${needed.join(' and ')} first: see docs/testing.md.\n`)
  process.exit(1)
}

// The tests record answers instead of reading recordings. A model may be slow, and one request at a time respects its
// rate limits.
const isRight = await runStep('Record sentences', 'npx', [
  '--no',
  'vitest',
  'run',
  '--project=unit',
  '--testTimeout=120000',
  'tests/palette/sentences',
])
process.exit(isRight ? 0 : 1)
