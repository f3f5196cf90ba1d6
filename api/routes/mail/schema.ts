import { z } from 'zod';
import { linkToken } from '../../http/schemas.ts';

export const StopMail = z.strictObject({ token: linkToken });

export const Received = z.strictObject({
  received: z
    .literal(true)
    .describe('The report was accepted. It looks the same whether or not it names a mail that we know.'),
});
