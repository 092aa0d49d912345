import type { Plan } from '@typecase/plugin-sdk/plan'

/** What all dry runs answer that come bit by bit. */
interface Growing {
  readonly is_partial?: boolean
  readonly looked_at?: number
  readonly in_scope?: number
}

/**
 * A plan of answers that come bit by bit: there with the first of them, growing with the others.
 * @param planOf what is known by then, as a plan
 */
export async function streamedPlan<Answer extends Growing>(
  answers: AsyncGenerator<Answer, void>,
  planOf: (answer: Answer) => Plan,
): Promise<Plan> {
  const first = await answers.next()
  if (first.done) throw new Error('The dry run had no answer.')
  let known = first.value
  return known.is_partial ? { ...begun(), updates } : planOf(known)

  function begun(): Plan {
    const { looked_at: done = 0, in_scope: total = 0 } = known
    return { ...planOf(known), ...(total > 0 && { progress: { done, total } }) }
  }

  async function* updates(): AsyncGenerator<Plan> {
    for await (const answer of answers) {
      // What is left out is as it was.
      known = { ...known, is_partial: false, ...answer }
      yield known.is_partial ? begun() : planOf(known)
    }
  }
}
