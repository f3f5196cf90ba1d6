import java.util.Base64;
import java.util.Scanner;
import java.security.SecureRandom;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccountApi;
import org.openapitools.client.api.ActivityApi;
import org.openapitools.client.api.VaultApi;
import org.openapitools.client.model.Login;
import org.openapitools.client.model.NewEntry;
import org.openapitools.client.model.Registration;

/**
 * Plays an owner with the client that openapi-generator made of our document. The address goes to standard output; the
 * token of the verification mail comes from standard input.
 */
public class Play {
  static byte[] random(int count) {
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  static String text(int count) {
    return Base64.getEncoder().encodeToString(random(count));
  }

  interface Call {
    void run() throws ApiException;
  }

  static void refused(Call call, String code) {
    try {
      call.run();
    } catch (ApiException problem) {
      require(problem.getResponseBody().contains("\"" + code + "\""), problem.getResponseBody());
      return;
    }
    throw new IllegalStateException(code + " expected");
  }

  static void require(boolean holds, Object found) {
    if (!holds) throw new IllegalStateException(String.valueOf(found));
  }

  public static void main(String[] none) throws Exception {
    String[] token = {null};
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("API_URL"));
    client.setRequestInterceptor(request -> {
      if (token[0] != null) request.header("Authorization", "Bearer " + token[0]);
    });
    AccountApi account = new AccountApi(client);
    String email = System.nanoTime() + "@example.test";
    String password = text(32);
    account.register(new Registration().email(email).name("Ada Java").password(password).salt(text(16)));
    System.out.println(email);
    account.verifyEmail(new Scanner(System.in).nextLine());

    Login asProgram = new Login().email(email).session(Login.SessionEnum.BEARER);
    refused(() -> account.logIn(asProgram.password(text(32))), "invalid_credentials");
    token[0] = account.logIn(asProgram.password(password)).getAccessToken();

    VaultApi vault = new VaultApi(client);
    String sealed = text(48);
    vault.createEntry(new NewEntry().encryptedData(sealed).iv(text(12)).salt(text(16)).algorithm("AES-GCM"));
    var entries = vault.listEntries(null, null, null, null).getEntries();
    require(entries.size() == 1 && entries.get(0).getEncryptedData().equals(sealed), entries);
    ActivityApi activity = new ActivityApi(client);
    require(activity.checkIn().getLastSeenAt() != null, "no time");
    account.logOut();
    refused(activity::checkIn, "unauthenticated");
    System.out.println("played");
  }
}
