import { type BinaryOperationNode, OperatorNode, PrimitiveValueListNode, ValueNode } from 'kysely'

/** Returns the keys of `in` or `not in` if they are values rather than a query. Each engine binds them as one value. */
export function keyListOf({ operator, rightOperand }: BinaryOperationNode) {
  if (!OperatorNode.is(operator)) return undefined
  const isIn = operator.operator === 'in'
  if (!isIn && operator.operator !== 'not in') return undefined
  if (PrimitiveValueListNode.is(rightOperand)) return { isIn, keys: rightOperand.values }
  // In a prepared query, a placeholder represents the list.
  if (ValueNode.is(rightOperand)) return { isIn, keys: rightOperand.value }
  return undefined
}
