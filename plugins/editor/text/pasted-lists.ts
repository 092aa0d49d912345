/** The style of a list paragraph in Word. */
const LIST = /mso-list:\s*l\d+\s+level(\d+)/i
const MARKER = /mso-list:\s*ignore/i
/** The markers that Word puts before the items of a numbered list, such as `1.`, `b)`, `(iv)` and `1.2`. */
const NUMBER = /^(?:\d+\.)+(\d+)\.?$|^\(?(?:(\d+)|([a-z]{1,5}))[.)]/i

interface Item {
  readonly level: number
  readonly marker: string
  readonly content: readonly Node[]
  readonly isOrdered: boolean
}

/** Turns the lists of various programs into HTML lists. */
export function pastedLists(body: Element, styleOf: (element: Element) => string): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) nest(list)
  for (const list of body.querySelectorAll('ol:not([type])')) nameType(list, styleOf)
  let anchor: Element | undefined
  let items: Item[] = []
  const end = (): void => {
    if (anchor) anchor.replaceWith(...listsOf(items))
    anchor = undefined
    items = []
  }
  for (const element of body.querySelectorAll('*')) {
    const item = wordItem(element, styleOf) ?? webItem(element)
    if (!item) continue
    if (anchor && nextBlock(anchor) === element) element.remove()
    else {
      end()
      anchor = document.createElement('ul')
      element.replaceWith(anchor)
    }
    items.push(item)
  }
  end()
}

const nextBlock = (element: Element): Element | null => element.nextElementSibling

/** Moves a nested list into its item. Google Docs writes it after the item. */
function nest(list: Element): void {
  const before = list.previousElementSibling
  if (before?.localName === 'li') before.append(list)
}

const styles: readonly [says: RegExp, type: string][] = [
  [/list-style-type:\s*lower-(alpha|latin)/i, 'a'],
  [/list-style-type:\s*upper-(alpha|latin)/i, 'A'],
  [/list-style-type:\s*lower-roman/i, 'i'],
  [/list-style-type:\s*upper-roman/i, 'I'],
]

/** Sets the numbering of a list, which Google Docs states only in the style of the items. */
function nameType(list: Element, styleOf: (element: Element) => string): void {
  const style = [list, list.firstElementChild].map((one) => (one ? styleOf(one) : '')).join(';')
  const type = styles.find(([says]) => says.test(style))?.[1]
  if (type) list.setAttribute('type', type)
}

/** Returns the list item that a Word paragraph represents, if any. */
function wordItem(element: Element, styleOf: (element: Element) => string): Item | undefined {
  const level = Number(LIST.exec(styleOf(element))?.[1])
  if (!level || element.closest('li')) return undefined
  const signs = [...element.querySelectorAll('*')].filter((one) => MARKER.test(styleOf(one)))
  const marker = signs
    .map((one) => one.textContent ?? '')
    .join('')
    .trim()
  // A numbered heading is not a list item, and its number is part of its text.
  const isItem = element.localName === 'p'
  for (const sign of signs) {
    if (isItem) sign.remove()
    else sign.replaceWith(`${sign.textContent.trim()} `)
  }
  if (!isItem) return undefined
  return { level, marker, content: [...element.childNodes], isOrdered: NUMBER.test(marker) }
}

/** Returns an item of Word for the web, which writes a separate list for each item. */
function webItem(element: Element): Item | undefined {
  if (!element.matches('.ListContainerWrapper')) return undefined
  const item = element.querySelector('li')
  const level = Number(item?.dataset['ariaLevel'])
  if (!item || !level) return undefined
  const list = item.parentElement
  const marker = list?.getAttribute('start') ?? ''
  const isOrdered = list?.localName === 'ol'
  return {
    level,
    marker: isOrdered ? `${marker || 1}.` : '',
    content: [...item.childNodes],
    isOrdered,
  }
}

/** Returns the items as nested lists. */
function listsOf(items: readonly Item[]): Element[] {
  const lists: Element[] = []
  const open: { list: Element; level: number; isOrdered: boolean }[] = []
  for (const { level, marker, content, isOrdered } of items) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    let last = open.at(-1)
    if (last?.level === level && last.isOrdered !== isOrdered) {
      open.pop()
      last = undefined
    }
    if (last?.level !== level) {
      const list = newList(isOrdered, marker)
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.append(list)
      else lists.push(list)
      last = { list, level, isOrdered }
      open.push(last)
    }
    const item = document.createElement('li')
    item.append(...content)
    last.list.append(item)
  }
  return lists
}

function newList(isOrdered: boolean, marker: string): Element {
  const list = document.createElement(isOrdered ? 'ol' : 'ul')
  const [, last, digits, letters] = NUMBER.exec(marker) ?? []
  const type = letters && typeOf(letters)
  const isAlphabetic = type === 'a' && letters?.length === 1
  const start = isAlphabetic ? parseInt(letters, 36) - 9 : Number(digits ?? last ?? 1)
  if (isOrdered && start !== 1) list.setAttribute('start', String(start))
  if (type) list.setAttribute('type', letters === letters.toUpperCase() ? type.toUpperCase() : type)
  return list
}

/**
 * Returns the numbering type of letters. Letters that could be Roman numerals are: a list in letters begins with `a`.
 */
const typeOf = (letters: string): 'a' | 'i' => (/^[ivx]+$/i.test(letters) ? 'i' : 'a')
