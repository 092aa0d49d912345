import { isTextType } from '@typecase/contract/field-types'
import { MAX_TITLE } from '@typecase/contract/objects'

import type { Ai } from '../../ai/ai.ts'
import { markdownParts, shortcodes, type Span, withMarkdownTexts } from '../../ai/markdown-texts.ts'
import { type Translation, translateTexts } from '../../ai/translate.ts'
import { checkValues } from '@typecase/contract/field-values/check-values'
import { newFindings } from '../objects/model/values/findings.ts'
import { readHtml } from '../objects/changes/replace/html-text.ts'
import { readPlain } from '../objects/changes/replace/reading.ts'
import type { Edit } from '../objects/changes/replace/searched-text.ts'
import { chooseFields } from '../objects/changes/replace/search.ts'
import { type TextSlot, openSlots } from '../objects/changes/replace/text-slots.ts'
import type { ObjectState } from '../objects/model/state.ts'
import type { TypeModel } from '../objects/model/type-model.ts'

/** The texts of a version. */
export interface VersionText {
  title: string
  content: string
  /** JSON. */
  metadata: string
}

interface TextSlots {
  slots: readonly TextSlot[]
  close(): VersionText
}

/** Opens the texts of an object that are translated. The slug is not, since it is the same in all locales. */
function openTexts(state: ObjectState, model: TypeModel, fields?: readonly string[]): TextSlots {
  const textSlots = openSlots(state, model, {
    fields: fields && chooseFields(fields),
    isInMarkup: false,
  })
  const slots = textSlots.slots.filter(({ path, owner }) =>
    // Values of other fields are the same in all languages, or chosen from a list.
    owner ? isTextType(owner.field.type) : path === 'title' || path === 'content',
  )
  const { objectTexts, values } = textSlots
  return {
    slots,
    close: () => ({
      title: objectTexts.title,
      content: objectTexts.content,
      metadata: JSON.stringify(values),
    }),
  }
}

/** Returns the values of an object without its texts, except for the required title. */
export function withoutTexts(state: ObjectState, model: TypeModel): VersionText {
  const { slots, close } = openTexts(state, model)
  for (const slot of slots) if (slot.path !== 'title') slot.put('')
  return close()
}

/** A text split into translatable parts. */
interface TextParts {
  texts: readonly string[]
  /** Returns the translated text; undefined if putting the translation back would damage the markup. */
  write(textOf: (text: string) => string): string | undefined
}

function partsOf({ text, format }: TextSlot): TextParts {
  if (format === 'markdown') {
    const parts = markdownParts(text)
    return {
      texts: parts.filter(({ isText }) => isText).map((part) => part.text),
      write: (textOf) => withMarkdownTexts(parts, textOf),
    }
  }
  const html = format === 'html' ? readHtml(text) : undefined
  const { texts, write } = html ?? readPlain(text)
  const sentences = (html?.texts.filter(({ isTranslated }) => isTranslated) ?? texts).map(
    (sentence) => ({ sentence, spans: spansOf(sentence.text) }),
  )
  return {
    texts: sentences.flatMap(({ sentence, spans }) => textsIn(sentence.text, spans)),
    write: (textOf) =>
      write(
        new Map(
          sentences.flatMap(({ sentence, spans }) => {
            const edits = editsOf(sentence.text, spans, textOf)
            return edits.length > 0 ? [[sentence, edits]] : []
          }),
        ),
      ),
  }
}

/** Returns the translatable spans of a text: everything except its shortcodes, which the site replaces. */
function spansOf(text: string): Span[] {
  const codes = shortcodes(text)
  return [0, ...codes.map(({ end }) => end)]
    .map((start, index) => ({ start, end: codes[index]?.start ?? text.length }))
    .filter(({ start, end }) => start < end)
}

const textsIn = (text: string, spans: readonly Span[]): string[] =>
  spans.map(({ start, end }) => text.slice(start, end))

const editsOf = (
  text: string,
  spans: readonly Span[],
  textOf: (text: string) => string,
): readonly Edit[] =>
  spans
    .map(({ start, end }) => ({ start, end, text: textOf(text.slice(start, end)) }))
    .filter((edit) => edit.text !== text.slice(edit.start, edit.end))

/**
 * Translates the texts of an object to another language. The structure of HTML and Markdown stays. A text that breaks a
 * rule of its field, such as its length, is left empty, so that it counts as missing.
 * @param fields paths of the fields to translate; by default all fields of the object
 */
export async function translateObjectTexts(
  ai: Ai,
  state: ObjectState,
  model: TypeModel,
  { fields, ...translation }: Translation & { fields?: readonly string[] },
  signal: AbortSignal,
  beforeEach: () => Promise<void>,
): Promise<VersionText> {
  const { slots, close } = openTexts(state, model, fields)
  const parted = slots.map((slot) => ({ place: slot, parts: partsOf(slot) }))
  const texts = parted.flatMap(({ parts }) => parts.texts)
  const translations = await translateTexts(ai, texts, translation, signal, beforeEach)
  for (const { place: slot, parts } of parted) {
    slot.put(parts.write((text) => translations.get(text) ?? text) ?? '')
    if (breaksRule(slot)) slot.put('')
  }
  const text = close()
  return { ...text, title: text.title.slice(0, MAX_TITLE) || state.title }
}

function breaksRule({ owner }: TextSlot): boolean {
  if (!owner) return false
  const { field, record, at } = owner
  const findings = newFindings()
  checkValues([field], { [field.key]: record[field.key] }, at, findings)
  return findings.problems.length > 0
}
