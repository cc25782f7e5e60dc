import { GatewayDown, toPublicError } from '../app/router/errors';

test('errors leave as status, code and request id only', () => {
  expect(toPublicError(new Error('db password'), 'r')).toEqual({
    status: 500,
    code: 'internal',
    requestId: 'r',
  });
  expect(toPublicError('text', 'r')).toEqual({ status: 500, code: 'internal', requestId: 'r' });
  expect(toPublicError(new GatewayDown('x'), 'r').status).toBe(503);
  const leaky = { status: 500, code: 'c', requestId: 'r', sql: 'select' };
  expect(toPublicError(leaky, 'r')).toEqual({ status: 500, code: 'internal', requestId: 'r' });
});
