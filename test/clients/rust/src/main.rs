//! Plays an owner with the client that openapi-generator made of our document. The address goes to standard output; the
//! token of the verification mail comes from standard input.
use base64::{engine::general_purpose::STANDARD, Engine};
use openapi::apis::{account_api, activity_api, configuration::Configuration, vault_api, Error};
use openapi::models::{login, Login, NewEntry, Registration};

fn random(count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).unwrap();
    bytes
}

fn text(count: usize) -> String {
    STANDARD.encode(random(count))
}

fn is_refused<T: std::fmt::Debug, E: std::fmt::Debug>(result: Result<T, Error<E>>, code: &str) {
    match result {
        Err(Error::ResponseError(answer)) => assert!(answer.content.contains(code), "{}", answer.content),
        other => panic!("{other:?}"),
    }
}

#[tokio::main]
async fn main() {
    let mut client = Configuration { base_path: std::env::var("API_URL").unwrap(), ..Configuration::new() };
    let email = format!("{}@example.test", random(12).iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let password = text(32);
    let registration = Registration::new(email.clone(), "Ada Rust".into(), password.clone(), text(16));
    account_api::register(&client, registration).await.unwrap();
    println!("{email}");
    let mut token = String::new();
    std::io::stdin().read_line(&mut token).unwrap();
    account_api::verify_email(&client, token.trim()).await.unwrap();

    let as_program = |password| Login { session: Some(login::Session::Bearer), ..Login::new(email.clone(), password) };
    is_refused(account_api::log_in(&client, as_program(text(32))).await, "invalid_credentials");
    client.bearer_access_token = account_api::log_in(&client, as_program(password)).await.unwrap().access_token;

    let sealed = text(48);
    let entry = NewEntry::new(sealed.clone(), text(12), text(16), "AES-GCM".into());
    vault_api::create_entry(&client, entry).await.unwrap();
    let entries = vault_api::list_entries(&client, None, None, None, None).await.unwrap().entries;
    assert_eq!(entries.iter().map(|each| each.encrypted_data.clone()).collect::<Vec<_>>(), [sealed]);
    activity_api::check_in(&client).await.unwrap();
    account_api::log_out(&client).await.unwrap();
    is_refused(activity_api::check_in(&client).await, "unauthenticated");
    println!("played");
}
