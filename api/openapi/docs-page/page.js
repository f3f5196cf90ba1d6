SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // Tokens are for as long as the page is open.
  persistAuthorization: false,
  // The badge would ask a foreign host.
  validatorUrl: null,
});
