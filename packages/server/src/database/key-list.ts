import { type BinaryOperationNode, OperatorNode, PrimitiveValueListNode, ValueNode } from 'kysely'

/** The keys of `in` and `not in`, if they are values rather than a query: engines bind them as one value. */
export function keyListOf({ operator, rightOperand }: BinaryOperationNode) {
  if (!OperatorNode.is(operator)) return undefined
  const isIn = operator.operator === 'in'
  if (!isIn && operator.operator !== 'not in') return undefined
  if (PrimitiveValueListNode.is(rightOperand)) return { isIn, keys: rightOperand.values }
  // The place of a list in a prepared query.
  if (ValueNode.is(rightOperand)) return { isIn, keys: rightOperand.value }
  return undefined
}
