/**
 * How much of the stack an error keeps in the workflows' context, where this is loaded before everything else: the SDK
 * makes an error for each promise that a workflow awaits, and gathering ten frames for each was a good part of what a
 * woken switch cost. What a waiting switch waits for stands in its details and timer summaries.
 */
Error.stackTraceLimit = 2;
