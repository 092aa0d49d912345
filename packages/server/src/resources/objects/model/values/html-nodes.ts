import type { html, Token, TreeAdapter, TreeAdapterTypeMap } from 'parse5'

import { isTranslatable } from '../../../../ai/translated-elements.ts'
import { onFirstUse } from '../../../../on-first-use.ts'

/** A range of source that became text, and the text. */
export interface TextNode {
  text: string
  from: number
  to: number
  /** The name of the enclosing element. */
  element: string
  /** Whether the text begins right after that element's start tag. */
  isFirst: boolean
  /** Whether the text is in the language of the page: it is not code, and not marked as not to be translated. */
  isTranslated: boolean
}

interface Node {
  name: string
  namespace: html.NS
  attributes: Token.Attribute[]
  parent: Node | null
  content: Node | null
  /** The source offset at which the element's start tag ends. */
  inside: number
  /** Whether texts in this node are translated; undefined until first needed. */
  isTranslated: boolean | undefined
}

type Nodes = TreeAdapterTypeMap<Node, Node, Node, Node, Node, Node, Node, Node, Node, Node>

/**
 * Limits for irregular HTML. Browsers nest no deeper. The parser's time grows with depth, and misnested tags multiply
 * elements.
 */
const DEEPEST = 512
const ELEMENTS_PER_TAG = 8
const ELEMENTS_AT_LEAST = 1000

class TooIrregular extends Error {}

/**
 * Returns the texts of HTML in source order, as browsers parse it. Text that the parser drops has no node. Adjacent
 * texts with nothing between them in the source form one node; a stray tag separates them.
 * @returns undefined for HTML nested deeper than 512 elements or with too many misnested tags
 */
export function textNodesOf(source: string): TextNode[] | undefined {
  if (!/[<\0\r&]/.test(source))
    return [
      { text: source, from: 0, to: source.length, element: '', isFirst: true, isTranslated: true },
    ]
  const nodes: TextNode[] = []
  try {
    const treeAdapter = adapter(source, nodes)
    onFirstUse.parse5.parseFragment<Nodes>(source, { treeAdapter, sourceCodeLocationInfo: true })
  } catch (error) {
    if (error instanceof TooIrregular) return undefined
    throw error
  }
  return joinAdjacent(nodes.sort((a, b) => a.from - b.from))
}

function joinAdjacent(nodes: readonly TextNode[]): TextNode[] {
  const texts: TextNode[] = []
  for (const node of nodes) {
    const last = texts.at(-1)
    if (last?.to === node.from && last.element === node.element) {
      last.text += node.text
      last.to = node.to
    } else texts.push(node)
  }
  return texts
}

function isTranslatedIn(node: Node): boolean {
  node.isTranslated ??=
    isTranslatable(node.name, new Map(node.attributes.map(({ name, value }) => [name, value]))) ??
    (node.parent === null || isTranslatedIn(node.parent))
  return node.isTranslated
}

/**
 * Creates an adapter that builds no tree: it keeps only the nodes that the parser reads back. Memory and time stay
 * linear, and texts that the parser would join across a tag stay separate.
 */
function adapter(source: string, nodes: TextNode[]): TreeAdapter<Nodes> {
  const { defaultTreeAdapter, html } = onFirstUse.parse5
  let depth = 0
  let elements = 0
  const mostElements = ELEMENTS_AT_LEAST + ELEMENTS_PER_TAG * source.split('<').length
  /** The children that the parser reads after inserting a text: that text, and the node after it. */
  let lastText: { parent: Node; node: Node; children: Node[]; text: string } | undefined

  const nodeOf = (name: string, namespace = html.NS.HTML, attributes: Token.Attribute[] = []) => ({
    name,
    namespace,
    attributes,
    parent: null,
    content: null,
    inside: -1,
    isTranslated: undefined,
  })
  const insertText = (parent: Node, text: string, before?: Node) => {
    const node: Node = nodeOf('#text')
    lastText = { parent, node, children: before ? [node, before] : [node], text }
  }
  const insert = (parent: Node, child: Node) => {
    child.parent = parent
  }

  return {
    // These methods are only used for whole documents and serializers.
    ...(defaultTreeAdapter as unknown as TreeAdapter<Nodes>),
    createDocumentFragment: () => nodeOf('#fragment'),
    createCommentNode: () => nodeOf('#comment'),
    createTextNode: () => nodeOf('#text'),
    createElement(name, namespace, attributes) {
      elements += 1
      if (elements > mostElements) throw new TooIrregular()
      return nodeOf(name, namespace, attributes)
    },
    onItemPush() {
      depth += 1
      if (depth > DEEPEST) throw new TooIrregular()
    },
    onItemPop() {
      depth -= 1
    },
    insertText: (parent, text) => insertText(parent, text),
    insertTextBefore: (parent, text, before) => insertText(parent, text, before),
    getChildNodes: (parent) => (lastText?.parent === parent ? lastText.children : []),
    setNodeSourceCodeLocation(node, location) {
      if (!location) return
      const { startOffset: from, endOffset: to } = location
      if (node === lastText?.node) {
        const { parent, text } = lastText
        const isFirst = from === parent.inside
        const isTranslated = isTranslatedIn(parent)
        nodes.push({ text, from, to, element: parent.name, isFirst, isTranslated })
      } else if (node) node.inside = to
    },
    appendChild: insert,
    insertBefore: insert,
    detachNode(node) {
      node.parent = null
    },
    getParentNode: ({ parent }) => parent,
    getFirstChild: () => null,
    getTagName: ({ name }) => name,
    getNamespaceURI: ({ namespace }) => namespace,
    getAttrList: ({ attributes }) => attributes,
    setTemplateContent(template, content) {
      template.content = content
      content.parent = template
    },
    getTemplateContent: (template) => template.content ?? template,
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation() {},
    adoptAttributes() {},
  }
}
