/** Elements whose text is code, keys or output: the same in all languages. */
const CODE: ReadonlySet<string> = new Set(['code', 'pre', 'kbd', 'samp', 'var'])

/**
 * Whether the text of an element is translated, by its name and its own attributes: `translate`, or the class that
 * translation services know. Undefined if neither says so: then the parent decides.
 */
export function isTranslatable(
  name: string,
  attributes: ReadonlyMap<string, string>,
): boolean | undefined {
  const translate = attributes.get('translate')?.trim().toLowerCase()
  if (translate === 'no') return false
  if (attributes.get('class')?.split(/\s+/).includes('notranslate')) return false
  if (translate === 'yes' || translate === '') return true
  return CODE.has(name) ? false : undefined
}
