import { fieldPaths } from '@typecase/contract/field-values/field-tree'
import { metafieldTypes } from '@typecase/contract/metafields'
import { objectTypeData } from '@typecase/contract/object-types'
import { typeSlug } from '@typecase/contract/slugs'
import { type } from 'arktype'

import { type Ai, type AiMessage, listIn, senseless } from '../../../ai/ai.ts'
import { Failure } from '../../../http/failure.ts'
import { newType } from '../../object-types/type-draft.ts'
import type { Template } from './template.ts'

/** Maximum number of object types in a design, so that it stays readable and within the tokens of one answer. */
const MAX_TYPES = 15
const MAX_TOKENS = 6000

const TASK = `You design the content model of a headless CMS. You get the description of a site or an app. Answer with a JSON array of its object
types, at most ${MAX_TYPES}, and nothing else. Titles and help texts are in the language of the description.

An object type: {"title": "Posts", "singular": "Post", "slug": "posts", "emoji": "📝", "singleton": false, "metafields": […]}.
- Every object has a title and a slug already: do not add fields for them.
- "singleton": true is for what exists once, such as the settings of the site.
- A slug has lower-case letters, digits and hyphens.

A field: {"key": "teaser", "title": "Teaser", "type": "textarea", "required": true, "helptext": "One sentence for lists."}.
- "key" has lower-case letters, digits and underscores. These keys are reserved: id, slug, title, metadata.
- "type" is one of: ${metafieldTypes.join(', ')}.
- select-dropdown, multi-select, radio-buttons and check-boxes have "options": ["Draft", "Final"].
- object and objects have "object_type", the slug of another type of your answer: use them for relations.
- file and files can have "media_validation_type": image, video, audio or application.
- parent is a group with fields in "children"; repeater is a list of rows with fields in "repeater_fields". Neither holds a parent.
- Texts can have "maxlength", numbers "min" and "max". Mark as required only what an object makes no sense without.`

const design = () =>
  objectTypeData()
    .pick('title', 'singular', 'emoji', 'singleton', 'metafields')
    .and({ slug: typeSlug() })
    .array()
    .moreThanLength(0)
    .atMostLength(MAX_TYPES)
    .onDeepUndeclaredKey('delete')

/**
 * Designs the object types of a bucket from a description. A design that breaks a rule is sent back once, with the
 * rules that it breaks.
 * @param description what the site or app is for, in any language
 * @throws Failure of the provider; `unavailable` if the second design breaks a rule as well
 */
export async function designTypes(
  ai: Ai,
  description: string,
  signal: AbortSignal,
): Promise<Template> {
  const question: AiMessage[] = [
    { role: 'system', content: TASK },
    { role: 'user', content: description },
  ]
  const first = await answer(question)
  if (typeof first.types !== 'string') return first.types
  const second = await answer([
    ...question,
    { role: 'assistant', content: first.text },
    {
      role: 'user',
      content: `${first.types}\nCorrect this, and answer with the whole array again.`,
    },
  ])
  if (typeof second.types === 'string') throw senseless()
  return second.types

  async function answer(messages: readonly AiMessage[]) {
    const { text } = await ai.text({ messages, maxTokens: MAX_TOKENS }, signal)
    return { text, types: read(text) }
  }
}

/** Reads a design. @returns its object types, or the rules that it breaks, in words */
function read(text: string): Template | string {
  const list = listIn(text)
  if (!list) return 'This is not a JSON array.'
  const types = design()(list)
  if (types instanceof type.errors) return types.summary
  const slugs = new Set(types.map(({ slug }) => slug))
  if (slugs.size < types.length) return 'Two object types have the same slug.'
  const unknown = types
    .flatMap(({ metafields = [] }) => fieldPaths(metafields))
    .map((path) => path.at(-1)?.object_type)
    .find((slug) => slug && !slugs.has(slug))
  if (unknown) return `A field refers to “${unknown}”, which is not an object type of this array.`
  try {
    for (const one of types) newType(one, one.slug)
  } catch (reason) {
    if (reason instanceof Failure) return reason.message
    throw reason
  }
  return types
}
